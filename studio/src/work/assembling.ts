/** Assembles the text of a module to bytes. */
export async function assemble(text: string): Promise<ArrayBuffer> {
  const { default: load } = await import("wabt");
  const made = (await load()).parseWat("game.wat", text, {
    exceptions: true,
    simd: true,
    bulk_memory: true,
    sign_extension: true,
    mutable_globals: true,
    multi_value: true,
  });
  try {
    return new Uint8Array(made.toBinary({}).buffer).buffer;
  } finally {
    made.destroy();
  }
}
