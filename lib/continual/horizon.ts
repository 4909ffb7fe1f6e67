/**
 * The horizon of a stream, which is the largest number of its records: as a parameter, and as an argument by itself.
 */
import { integer, type RequiredParameter } from "../numerics/parameters.ts";

export const LARGEST_HORIZON = 1073741824; // 2^30

export const anyHorizon: RequiredParameter<number> = integer(1, LARGEST_HORIZON);

export function requireHorizon(horizon: number): void {
  anyHorizon.read(horizon, "horizon");
}
