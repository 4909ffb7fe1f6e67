/**
 * The one clock of the engine: for progress and for the record of how long a run took, which is not part of its result.
 */
export function milliseconds(): number {
  // biome-ignore lint/plugin: no result sees it
  return performance.now();
}
