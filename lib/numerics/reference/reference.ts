/**
 * Reference values for tests: read a committed JSON file of them, and find the worst point of a function against it.
 *
 * The files hold, per function, rows of arguments followed by the value; each entry is a number or a decimal string, which
 * is read as the nearest float64. They are written by the Python script of the same name, with mpmath at 50 digits or more.
 */
import { readFileSync } from "node:fs";

export interface ReferencePoint {
  readonly arguments: number[];
  readonly value: number;
}

interface WorstPoint {
  readonly error: number;
  readonly at: number[];
  readonly got: number;
  readonly wanted: number;
}

/** `file` is the name of a JSON file beside this one: `elementary.json`. */
export function readReference(file: string): Record<string, ReferencePoint[]> {
  const rows: Record<string, (number | string)[][]> = JSON.parse(readFileSync(new URL(file, import.meta.url), "utf8"));
  const points: Record<string, ReferencePoint[]> = {};
  for (const [name, list] of Object.entries(rows)) {
    points[name] = list.map((row) => {
      const numbers = row.map(Number);
      if (numbers.some(Number.isNaN)) throw new RangeError(`${file}: ${name} has a row that is not numbers: ${row}`);
      return { arguments: numbers.slice(0, -1), value: numbers[numbers.length - 1] };
    });
  }
  return points;
}

/**
 * The point with the largest |got - wanted| / |wanted|. A denormal reference is known, and can be met, only to its spacing
 * 2^-1074, so there that spacing is taken off the difference first. Equal values, zero and infinity included, have error 0.
 */
export function worstRelativeError(points: readonly ReferencePoint[], f: (...values: number[]) => number): WorstPoint {
  if (points.length === 0) throw new RangeError("points must be non-empty, got an array of length 0");
  let worst: WorstPoint = { error: -1, at: [], got: 0, wanted: 0 };
  for (const { arguments: at, value: wanted } of points) {
    const got = f(...at);
    const error = relativeError(got, wanted);
    if (!(error <= worst.error)) worst = { error, at, got, wanted };
    if (Number.isNaN(error)) return { error: Infinity, at, got, wanted };
  }
  return worst;
}

const LEAST_NORMAL = 2.2250738585072014e-308;

function relativeError(got: number, wanted: number): number {
  if (got === wanted) return 0;
  const slack = Math.abs(wanted) < LEAST_NORMAL ? Number.MIN_VALUE : 0;
  const difference = Math.max(0, Math.abs(got - wanted) - slack);
  return difference === 0 ? 0 : difference / Math.abs(wanted);
}
