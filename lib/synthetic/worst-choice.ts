/**
 * The neighbouring tables on which a choice among marginals loses the most, by search.
 *
 * A score of AIM is the l1 distance of a marginal from what the model expects, so that one more record moves it up where there are
 * too many in its cell, and down where there are too few. What two neighbours lose depends on which scores move apart and on how
 * likely these candidates are, hence on all other records: records that are all alike move all scores the same way, and lose next
 * to nothing.
 * Method: `rest` is what both tables have. Every rest is tried where there are few; else the search climbs from tables of equal
 * records, moving one record, half of those that are alike, or all of them, as long as the loss grows. To a rest every record, or
 * every two, are added. The loss is the rho that the two laws need: the largest Renyi divergence over its order, in both
 * directions, at four orders.
 * Limits: without a public number of records there is no worst pair; the tables have at most as many records as are asked for.
 * Where the search climbs, and where only the first and last values of each column are tried, what it finds is a large loss, not
 * certainly the largest.
 */
import { logSumExp } from "../numerics/log-sum.ts";

interface ChoiceSearch {
  /** The codes of the records that are tried. */
  readonly rows: readonly (readonly number[])[];
  /** Whether neighbours swap one of a fixed number of records, or differ by one that is there or not. */
  readonly replaced: boolean;
  /** How many records the larger table has, at most unless one is replaced. */
  readonly records: number;
  /**
   * For each candidate its cell of every row, what the model expects in each cell, and how a distance becomes the logarithm of a
   * weight.
   */
  readonly candidates: readonly {
    readonly cellOf: readonly number[];
    readonly expected: Float64Array;
    logWeight(distance: number): number;
  }[];
}

interface WorstChoice {
  /** The rows of both tables, by their place among those tried. */
  readonly pair: readonly [readonly number[], readonly number[]];
  readonly loss: number;
}

/** As many records as are tried at most, and rests. */
const MOST_ROWS = 24;
const MOST_TABLES = 2000;
const MOST_CLIMBS = 40;
const ORDERS = [1.5, 2, 8, 32];

/** How often each row is in what both tables have. */
type Rest = readonly number[];

/** All records where they are few, else those of the first and last values of each column, as far as they go. */
export function triedRecords(sizes: readonly number[]): readonly (readonly number[])[] {
  const whole = sizes.reduce((product, size) => product * size, 1) <= MOST_ROWS;
  return sizes.reduce<readonly (readonly number[])[]>(
    (rows, size) => {
      const codes = whole ? Array.from({ length: size }, (_, code) => code) : [...new Set([0, size - 1])];
      return rows.length * codes.length > MOST_ROWS
        ? rows.map((row) => [...row, codes[0]])
        : rows.flatMap((row) => codes.map((code) => [...row, code]));
    },
    [[]],
  );
}

export function worstChoice(search: ChoiceSearch): WorstChoice {
  const { rows, replaced, records } = search;
  const shared = records - 1;
  const sizes = replaced ? [shared] : Array.from({ length: shared + 1 }, (_, size) => size);
  if (tablesOf(rows.length, shared) <= MOST_TABLES)
    return best(sizes.flatMap((size) => restsOf(rows.length, size)).map((rest) => worstOf(search, rest)));
  const starts = rows.flatMap((_, row) => [restWith(rows.length, row, shared)]);
  return best(starts.map((start) => climbed(search, start)));
}

function best(found: readonly WorstChoice[]): WorstChoice {
  return found.reduce((most, each) => (each.loss > most.loss ? each : most));
}

function climbed(search: ChoiceSearch, start: Rest): WorstChoice {
  let [rest, found] = [start, worstOf(search, start)];
  for (let climb = 0; climb < MOST_CLIMBS; climb++) {
    let next: { readonly rest: Rest; readonly found: WorstChoice } | undefined;
    for (const moved of movesOf(rest, search)) {
      const each = worstOf(search, moved);
      if (each.loss > (next?.found.loss ?? found.loss) * (1 + 1e-9)) next = { rest: moved, found: each };
    }
    if (next === undefined) break;
    ({ rest, found } = next);
  }
  return found;
}

function movesOf(rest: Rest, { replaced, records }: ChoiceSearch): Rest[] {
  const moves: Rest[] = [];
  const total = rest.reduce((sum, count) => sum + count, 0);
  const moved = (from: number, to: number, count: number) =>
    moves.push(rest.map((own, row) => own - (row === from ? count : 0) + (row === to ? count : 0)));
  rest.forEach((count, from) => {
    for (const part of new Set([1, Math.ceil(count / 2), count])) {
      if (part > count || part === 0) continue;
      for (let to = 0; to < rest.length; to++) if (to !== from) moved(from, to, part);
      if (!replaced) moved(from, -1, part);
    }
    if (!replaced && total < records - 1) moved(-1, from, 1);
  });
  return moves;
}

/** The worst two tables that have this in common. */
function worstOf({ rows, replaced, candidates }: ChoiceSearch, rest: Rest): WorstChoice {
  const own = rest.flatMap((count, row) => new Array<number>(count).fill(row));
  const counted = candidates.map(({ cellOf, expected }) => {
    const counts = expected.map((share) => -share);
    for (const row of own) counts[cellOf[row]] += 1;
    return { counts, distance: counts.reduce((sum, count) => sum + Math.abs(count), 0) };
  });
  const lawWith = (row: number | undefined) =>
    normalised(
      candidates.map(({ cellOf, logWeight }, k) => {
        const { counts, distance } = counted[k];
        const at = row === undefined ? 0 : counts[cellOf[row]];
        return logWeight(row === undefined ? distance : distance + Math.abs(at + 1) - Math.abs(at));
      }),
    );
  const laws = rows.map((_, row) => lawWith(row));
  let found: WorstChoice = { pair: [own, [...own, 0]], loss: -1 };
  const consider = (first: number[], second: number[], one: readonly number[], other: readonly number[]) => {
    const loss = neededRho(one, other);
    if (loss > found.loss) found = { pair: [first, second], loss };
  };
  if (replaced)
    laws.forEach((law, row) => {
      for (let other = 0; other < row; other++) consider([row, ...own], [other, ...own], law, laws[other]);
    });
  else {
    const without = lawWith(undefined);
    laws.forEach((law, row) => {
      consider(own, [row, ...own], without, law);
    });
  }
  return found;
}

function normalised(logWeights: readonly number[]): number[] {
  const total = logSumExp(logWeights);
  return logWeights.map((weight) => weight - total);
}

/** The least rho that both directions allow at the orders tried. */
function neededRho(one: readonly number[], other: readonly number[]): number {
  return ORDERS.reduce((most, order) => {
    const divergence = (p: readonly number[], q: readonly number[]) =>
      logSumExp(p.map((mass, k) => order * mass + (1 - order) * q[k])) / (order - 1);
    return Math.max(most, divergence(one, other) / order, divergence(other, one) / order);
  }, 0);
}

/** The number of multisets with at most the given number of rows. */
function tablesOf(rows: number, records: number): number {
  let count = 1;
  for (let k = 1; k <= records && count <= MOST_TABLES; k++) count = (count * (rows + k)) / k;
  return count;
}

function restsOf(rows: number, records: number): Rest[] {
  if (rows === 1) return [[records]];
  return Array.from({ length: records + 1 }, (_, first) => first).flatMap((first) =>
    restsOf(rows - 1, records - first).map((others) => [first, ...others]),
  );
}

function restWith(rows: number, row: number, count: number): Rest {
  return Array.from({ length: rows }, (_, k) => (k === row ? count : 0));
}
