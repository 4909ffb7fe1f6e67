/**
 * The one clock of the engine: for progress and for the record of a run, which is not part of its result.
 */
export interface Clock {
  milliseconds(): number;
  /** The date and time in UTC. */
  date(): string;
}

export const clock: Clock = {
  // biome-ignore lint/plugin: no result sees it
  milliseconds: () => performance.now(),
  // biome-ignore lint/plugin: no result sees it
  date: () => new Date().toISOString(),
};

/** Seconds from one date and time to another. */
export function secondsBetween(begun: string, ended: string): number {
  // biome-ignore lint/plugin: no result sees it
  return (Date.parse(ended) - Date.parse(begun)) / 1000;
}
