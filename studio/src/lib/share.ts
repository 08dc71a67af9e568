/** A file inside a link: compressed, in the fragment of the address, which browsers never send to a server. */

const LONGEST = 200_000;

export interface SharedFile {
  name: string;
  text: string;
}

/** Returns the part of an address that contains a file, or other data. */
export async function pack(file: object): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(file));
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const packed = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = "";
  for (const byte of packed) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/**
 * Returns the file in such a part.  Throws an error if the part is broken or the file too long.  Unpacking stops at the
 * limit.
 */
export async function unpack(part: string): Promise<SharedFile> {
  const binary = atob(part.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
    if (text.length > LONGEST) {
      reader.cancel();
      throw new Error("the link holds too much");
    }
  }
  text += decoder.decode();
  const file = JSON.parse(text) as Partial<SharedFile>;
  if (typeof file.name !== "string" || typeof file.text !== "string")
    throw new Error("the link holds no file");
  return { name: file.name, text: file.text };
}
