/* A reader of files and of JSON, for which other languages have a library. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *json;

static bytes file(const char *name) {
  FILE *f = fopen(name, "rb"); bytes b = {0};
  fseek(f, 0, SEEK_END), b.size = (size_t)ftell(f), rewind(f);
  b.data = calloc(1, b.size + 1), b.size = fread(b.data, 1, b.size, f), fclose(f);
  return b;
}
static const char *skip(const char *s) { /* the first character after a value of JSON, and after the comma behind it */
  for (int depth = 0; *s; s++) {
    if (*s == '"') while (*++s != '"') s += *s == '\\';
    else if (*s == '[' || *s == '{') depth++;
    else if (*s == ']' || *s == '}') { if (!depth--) return s; }
    else if (*s == ',' && !depth) { for (s++; *s == ' ' || *s == '\n'; s++); return s; }
  }
  return s;
}
static const char *at(const char *path, ...) { /* the value at a path such as state.slots.3.address; # takes a number */
  __builtin_va_list numbers; __builtin_va_start(numbers, path);
  const char *s = json;
  while (*path) {
    char key[40]; size_t n = strcspn(path, ".");
    if (*path == '#') n = 1, sprintf(key, "%d", __builtin_va_arg(numbers, int));
    else memcpy(key, path, n), key[n] = 0;
    path += n + (path[n] == '.');
    int object = *s == '{', wanted = atoi(key);
    for (s++; *s == ' ' || *s == '\n'; s++);
    for (int i = 0; *s && *s != ']' && *s != '}'; i++, s = skip(s)) {
      if (!object && i == wanted) break;
      if (object && !strncmp(s + 1, key, strlen(key)) && s[1 + strlen(key)] == '"') {
        for (s += strlen(key) + 2; *s == ':' || *s == ' '; s++);
        break;
      }
    }
    if (*s == ']' || *s == '}') return NULL;
  }
  return s;
}
#define NUMBER(...) atoi(at(__VA_ARGS__))
#define IS(text, ...) (!strncmp(at(__VA_ARGS__) + 1, text, strlen(text)) && at(__VA_ARGS__)[1 + strlen(text)] == '"')
static void say(const char *s) { while (*++s != '"') { if (*s == '\\') s++; putchar(*s); } }
