/** The ids under which a page of one file holds its workers' program and the files of a result, packed; a site has them as files. */
export const WORKER = "recompute-worker";

export function packedResult(experiment: string, run: string): string {
  return `stored-${experiment}-${run}`;
}
