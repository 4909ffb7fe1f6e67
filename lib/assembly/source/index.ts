// Everything the host may call. Memory: [static data][heapBase: reserved by the host][scratch].
export { threefry } from "./threefry";
export { words, uniforms } from "./words";
export { laplaces, exponentials, gumbels, normals } from "./ziggurat";
export { aliases } from "./alias";

export function heapBase(): usize {
  return __heap_base;
}
