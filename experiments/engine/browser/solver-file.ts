/**
 * Solver file: the WebAssembly of HiGHS beside the programs of a site.
 *
 * What asks for it is kept when this module is loaded: before a program of a reader begins, from which requests are taken away.
 */
const FILE = "highs.wasm";
const address = new URL(FILE, import.meta.url).href;
const get = fetch;

export async function solverFile(): Promise<ArrayBuffer> {
  const answer = await get(address);
  if (!answer.ok) throw new Error(`${FILE} is not on this site (${answer.status})`);
  return answer.arrayBuffer();
}
