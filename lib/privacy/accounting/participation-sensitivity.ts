/**
 * Participation sensitivity: how far one person who takes part in several steps can move C x, for a strategy matrix C with a column
 * for each step.
 *
 * Two streams that differ in one person's steps, each by a vector of norm at most 1, have C x that differ in norm by at most the
 * sensitivity. Gaussian noise of deviation sigma on C x is then Gaussian-private with mu = sensitivity * D / sigma, D being the
 * largest change of one step: the radius of the records if a person is zeroed out, twice that if replaced.
 * - `epochs`: a person takes part every `separation` steps, beginning at any of the first `separation` ones, at most
 *   `participations` times: as many epochs in a fixed order.
 * - `separated`: any steps of which consecutive ones are at least `separation` apart, at most `participations` of them.
 * Theorem: with X = C^T C and changes u_i, |C u|^2 is the sum over the steps i, j of the person of X_ij <u_i, u_j>, at most that of |X_ij|,
 * which is attained where all these X_ij have signs s_i s_j (all are at least 0, for one): then `exact` is true. The largest such
 * sum is found over the sets of steps:
 * - `epochs`: all of them, there are at most `separation`.
 * - `separated`, with columns orthogonal at that distance (C banded with at most `separation` bands): a path of largest sum of
 *   X_ii, by dynamic programming.
 * - `separated`, C the Toeplitz matrix of coefficients that are at least 0 and do not grow: the steps 1, 1 + separation, ...
 *   (Kalinin, Lampert 2024).
 * - else by enumeration of the sets, if there are at most a million; beyond, an upper bound: with r_i the largest sum of |X_ij|
 *   over the sets that hold i, the largest sum of r_i over a set. Then `exact` is false.
 * Source: Choquette-Choo, McMahan, Rush, Thakurta, "Multi-epoch matrix factorization mechanisms" (ICML 2023); Choquette-Choo,
 * Ganesh, McKenna, McMahan, Rush, Thakurta, Xu, "(Amplified) banded matrix factorization" (NeurIPS 2023), on bands and the dynamic
 * program.
 * Limits: at most 4096 steps, 1024 where all columns must be compared, and 2^24 entries; records may depend on earlier answers if C
 * is lower triangular. `bandedSum` with coefficients c has the C of { coefficients: c, steps: horizon }.
 * @example
 * ```ts
 * import { participationSensitivity } from "epsilab/accounting";
 * import { squareRootCoefficients } from "epsilab/continual";
 * const strategy = { coefficients: squareRootCoefficients(4), steps: 16 };
 * const pattern = { kind: "separated", separation: 4, participations: 4 } as const;
 * participationSensitivity({ strategy, pattern }).sensitivity; // => 2.4399...
 * participationSensitivity({ strategy, pattern: { ...pattern, participations: 1 } }).sensitivity; // => 1.2199...
 * ```
 * @claim matrix-factorisation
 */
import {
  count,
  declare,
  declareForms,
  finite,
  group,
  listOf,
  made,
  oneOf,
  type ParametersOf,
} from "../../numerics/parameters.ts";
import { refuse, requireFinite, requireInteger, requireList } from "../../numerics/requirements.ts";

/** A matrix by its rows, or the lower triangular Toeplitz matrix of its first coefficients. */
const strategyMatrix = declareForms(
  { rows: made<readonly ArrayLike<number>[]>((value, name) => requireList(name, value)) },
  { coefficients: listOf(finite, 0), steps: count },
);

export type StrategyMatrix = ParametersOf<typeof strategyMatrix>;

const participationPattern = declare({
  kind: oneOf("epochs", "separated"),
  /** The least number of steps from one participation to the next; with epochs, the number of steps of an epoch. */
  separation: count,
  /** The largest number of participations. */
  participations: count,
});

export interface ParticipationPattern extends ParametersOf<typeof participationPattern> {}

export const participationParameters = declare({
  strategy: group(strategyMatrix),
  pattern: group(participationPattern),
});

export interface ParticipationSensitivity {
  readonly sensitivity: number;
  /** Whether some person's changes reach it; else it is an upper bound. */
  readonly exact: boolean;
}

const MOST_STEPS = 4096;
/** Of steps whose columns are all multiplied with each other. */
const MOST_PAIRED = 1024;
const MOST_ENTRIES = 16777216; // 2^24
const MOST_SETS = 1e6;

export function participationSensitivity(
  parameters: ParametersOf<typeof participationParameters>,
): ParticipationSensitivity {
  const { strategy, pattern } = participationParameters.read(parameters);
  const { kind, separation } = pattern;
  const matrix = "rows" in strategy ? matrixOfRows(strategy.rows) : toeplitzMatrix(strategy);
  const { steps, columns } = matrix;
  const found = (set: readonly number[]) => reachOf(set.map((t) => columns[t]));
  if (kind === "epochs") {
    const each = Array.from({ length: Math.min(separation, steps) }, (_, t) => found(progression(t, steps, pattern)));
    return each.reduce((best, next) => (next.sensitivity > best.sensitivity ? next : best));
  }
  if (matrix.monotone) return found(progression(0, steps, pattern));
  if (steps > MOST_PAIRED) refuse("the number of steps", `at most ${MOST_PAIRED} for this matrix and pattern`, steps);
  const products = absoluteProducts(columns);
  const diagonal = Float64Array.from({ length: steps }, (_, i) => products.absolute[i][i]);
  if (isBanded(products, separation)) return found(bestPath(diagonal, pattern).steps);
  if (countSets(steps, pattern) <= MOST_SETS) return found(enumerated(products, steps, pattern));
  const rows = diagonal.map((_, i) => bestThrough(products.absolute[i], i, pattern));
  return { sensitivity: Math.sqrt(bestPath(rows, pattern).value), exact: false };
}

interface Matrix {
  readonly steps: number;
  readonly columns: readonly Float64Array[];
  /** Toeplitz, of coefficients that are at least 0 and do not grow. */
  readonly monotone: boolean;
}

function matrixOfRows(rows: readonly ArrayLike<number>[]): Matrix {
  if (rows.length === 0) refuse("rows", "one or more rows", rows);
  const steps = rows[0]?.length ?? 0;
  requireInteger({ "the number of steps": steps }, 1);
  requireSize(steps, rows.length);
  for (const [i, row] of rows.entries()) {
    requireList(`rows[${i}]`, row, steps);
    for (let j = 0; j < steps; j++) requireFinite({ [`rows[${i}][${j}]`]: row[j] });
  }
  const columns = Array.from({ length: steps }, (_, j) => Float64Array.from(rows, (row) => row[j]));
  return { steps, columns, monotone: false };
}

function toeplitzMatrix(strategy: { readonly coefficients: ArrayLike<number>; readonly steps: number }): Matrix {
  const { coefficients, steps } = strategy;
  requireSize(steps, steps);
  let monotone = true;
  for (let k = 0; k < coefficients.length; k++) {
    monotone &&= coefficients[k] >= 0 && (k === 0 || coefficients[k] <= coefficients[k - 1]);
  }
  const columns = Array.from({ length: steps }, (_, j) => {
    const column = new Float64Array(steps);
    for (let k = 0; k < coefficients.length && j + k < steps; k++) column[j + k] = coefficients[k];
    return column;
  });
  return { steps, columns, monotone };
}

function requireSize(steps: number, rows: number): void {
  if (steps > MOST_STEPS) refuse("the number of steps", `at most ${MOST_STEPS}`, steps);
  if (steps * rows > MOST_ENTRIES) refuse("the number of entries", `at most ${MOST_ENTRIES}`, steps * rows);
}

interface Products {
  readonly absolute: readonly Float64Array[];
  readonly signs: readonly Int8Array[];
}

/** Of the columns of one person's steps. */
function reachOf(columns: readonly Float64Array[]): ParticipationSensitivity {
  const products = absoluteProducts(columns);
  const square = products.absolute.reduce((sum, row) => row.reduce((total, product) => total + product, sum), 0);
  return { sensitivity: Math.sqrt(square), exact: hasConsistentSigns(products) };
}

function absoluteProducts(columns: readonly Float64Array[]): Products {
  const steps = columns.length;
  const absolute = columns.map(() => new Float64Array(steps));
  const signs = columns.map(() => new Int8Array(steps));
  for (let i = 0; i < steps; i++) {
    for (let j = 0; j <= i; j++) {
      let product = 0;
      for (let t = 0; t < columns[i].length; t++) product += columns[i][t] * columns[j][t];
      absolute[i][j] = absolute[j][i] = Math.abs(product);
      signs[i][j] = signs[j][i] = Math.sign(product);
    }
  }
  return { absolute, signs };
}

function progression(first: number, steps: number, { separation, participations }: ParticipationPattern): number[] {
  const set: number[] = [];
  for (let t = first; t < steps && set.length < participations; t += separation) set.push(t);
  return set;
}

/** Are there signs s with X_ij = s_i s_j |X_ij| on the set? Each step takes the sign that one before it asks for, and all are checked. */
function hasConsistentSigns({ signs }: Products): boolean {
  const set = signs.map((_, k) => k);
  const chosen = new Map<number, number>();
  for (const start of set) {
    if (chosen.has(start)) continue;
    chosen.set(start, 1);
    const waiting = [start];
    for (let i = waiting.pop(); i !== undefined; i = waiting.pop()) {
      for (const j of set) {
        const wanted = signs[i][j] * (chosen.get(i) ?? 1);
        if (wanted === 0 || chosen.get(j) === wanted) continue;
        if (chosen.has(j)) return false;
        chosen.set(j, wanted);
        waiting.push(j);
      }
    }
  }
  return true;
}

function isBanded({ absolute }: Products, separation: number): boolean {
  return absolute.every((row, i) => row.every((product, j) => Math.abs(i - j) < separation || product === 0));
}

interface Path {
  readonly value: number;
  readonly steps: readonly number[];
}

/** The separated set with the largest sum of values, all of them at least 0. */
function bestPath(values: Float64Array, { separation, participations }: ParticipationPattern): Path {
  const { length } = values;
  const rounds = Math.min(participations, Math.ceil(length / separation));
  // best[k][t]: the largest sum of at most k of the steps from t on.
  const best = [new Float64Array(length + separation)];
  for (let k = 1; k <= rounds; k++) {
    const now = new Float64Array(length + separation);
    for (let t = length - 1; t >= 0; t--) now[t] = Math.max(now[t + 1], values[t] + best[k - 1][t + separation]);
    best.push(now);
  }
  const steps: number[] = [];
  let [k, t] = [rounds, 0];
  while (k > 0 && t < length) {
    if (best[k][t] === best[k][t + 1] && t + 1 < length) t++;
    else {
      steps.push(t);
      t += separation;
      k--;
    }
  }
  return { value: best[rounds][0], steps };
}

/** The largest sum of values over the separated sets that hold `step`. */
function bestThrough(values: Float64Array, step: number, pattern: ParticipationPattern): number {
  const { separation, participations } = pattern;
  // Those before and those after share the other participations; any split of them is below both with all of them.
  const rest = { ...pattern, participations: participations - 1 };
  if (rest.participations === 0) return values[step];
  const before = values.slice(0, Math.max(0, step - separation + 1));
  const after = values.slice(Math.min(values.length, step + separation));
  return (
    values[step] +
    (before.length > 0 ? bestPath(before, rest).value : 0) +
    (after.length > 0 ? bestPath(after, rest).value : 0)
  );
}

/** How many sets of steps there are that cannot be enlarged by a later step; Infinity beyond the most that are listed. */
function countSets(steps: number, { separation, participations }: ParticipationPattern): number {
  let counts = new Float64Array(steps + separation + 1).fill(1);
  for (let k = 0; k < Math.min(participations, steps); k++) {
    const now = new Float64Array(steps + separation + 1).fill(1);
    for (let t = steps - 1; t >= 0; t--) now[t] = now[t + 1] + counts[Math.min(steps, t + separation)];
    if (now[0] > MOST_SETS) return Infinity;
    counts = now;
  }
  return counts[0];
}

function enumerated(products: Products, steps: number, pattern: ParticipationPattern): readonly number[] {
  const { separation, participations } = pattern;
  const { absolute } = products;
  let best: { set: readonly number[]; sum: number } = { set: [], sum: -1 };
  const set: number[] = [];
  const visit = (from: number, sum: number): void => {
    if (sum > best.sum) best = { set: [...set], sum };
    if (set.length === participations) return;
    for (let t = from; t < steps; t++) {
      let more = absolute[t][t];
      for (const other of set) more += 2 * absolute[t][other];
      set.push(t);
      visit(t + separation, sum + more);
      set.pop();
    }
  };
  visit(0, 0);
  return best.set;
}
