/**
 * What the server of the page answers.  The server of `hoyle studio` ends with that command, and another one has another
 * address; then the page says so.
 */

import { T } from "../texts.js";

/** From `build.mjs`. */
declare const SERVED: boolean;

/** Whether this is the page that `hoyle studio` serves, and no exported site. */
export const isServed = (): boolean => SERVED;

/** Whether the server that has served this page is gone. */
async function isGone(): Promise<boolean> {
  if (!isServed()) return false;
  try {
    return !(await fetch(new URL("files.json", import.meta.url))).ok;
  } catch {
    return true;
  }
}

/** The reason why nothing came of something that needs the server: this one, unless the server is gone. */
export async function reasonFor(error: Error): Promise<Error> {
  return (await isGone()) ? new Error(T.stopped) : error;
}

/** Asks the server.  Throws an error if there is no answer, or if another server answers. */
export async function answered(path: string, options?: RequestInit): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(new URL(path, import.meta.url), options);
  } catch (error) {
    throw await reasonFor(error as Error);
  }
  if (!answer.ok && (await isGone())) throw new Error(T.stopped);
  return answer;
}
