/* The part of wasm-c-api that the host uses.  The `wasm.h` of an engine has the same. */
#include <stdint.h>
#include <stdlib.h>

typedef struct { size_t size; char *data; } bytes;
typedef struct { uint8_t kind; union { int32_t i32; int64_t i64; } of; } val;
typedef struct { size_t size; val *data; } vals;
typedef struct { size_t size; void **data; } externs;
typedef void *ptr;
ptr wasm_config_new(void); void wasmtime_config_wasm_exceptions_set(ptr, _Bool);
ptr wasm_engine_new_with_config(ptr); ptr wasm_store_new(ptr); ptr wasm_module_new(ptr, const bytes *);
ptr wasm_instance_new(ptr, ptr, const externs *, ptr *); void wasm_instance_exports(ptr, externs *);
void wasm_module_exports(ptr, externs *); const bytes *wasm_exporttype_name(ptr);
ptr wasm_extern_as_func(ptr); ptr wasm_extern_as_memory(ptr); char *wasm_memory_data(ptr);
ptr wasm_func_call(ptr, const vals *, vals *);
