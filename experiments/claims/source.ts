/** Source: how a published work, or a place in one, is written down. */
import type { Source } from "./claim.ts";

/** A published work; the DOI only where it is certain. */
export const work = (text: string, year: number, doi?: string): Source =>
  doi === undefined ? { work: text, year } : { work: text, year, doi };

/** The same work with a place in it: a theorem, a section, an algorithm. */
export const at = (source: Source, where: string): Source => ({ ...source, where });
