// Everything the host may call. Memory: [static data][heapBase: reserved by the host][scratch].
export { threefry } from "./threefry";
export { words, uniforms } from "./words";
export { laplaces, exponentials, gumbels, normals } from "./ziggurat";
export { aliases } from "./alias";
export { settleColumns, twistColumns } from "./fourier";
export { settleReals, twistReals } from "./fourier-real";
export { multiplyColumns, raiseColumns, settleSpectrum, twistSpectrum } from "./fourier-spectrum";
export { addWeights, scaleWeights, shrinkWeights, spreadWeights, weighWeights } from "./interval-chain";
export { addScaledRows, gatherNumbers, limitSlopes, predictRows } from "./clipped-rows";
export { logisticLosses, logisticSlopes } from "./logistic";
export { sortNumbers } from "./sort";

export function heapBase(): usize {
  return __heap_base;
}
