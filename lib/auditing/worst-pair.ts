/**
 * Search for the worst neighbouring pair: every two neighbours over a small universe of records, and the pair with the largest loss.
 *
 * Under `swap` and `event` datasets are ordered lists of one size, and neighbours differ at one place; under `zero-out` one place of the
 * second dataset holds the null record; under `add-remove` datasets are multisets (listed in the order of the universe), and the second
 * lacks one record of the first. Each unordered pair is listed once, so `loss` must look in both directions.
 * Limits: there are |universe|^size lists; the search says nothing of larger sizes or universes.
 */
import { count, declare, made, optional } from "../numerics/parameters.ts";
import { refuse, requireFunction, requireList } from "../numerics/requirements.ts";
import { anyNeighbours, type Neighbours } from "../privacy/guarantees/neighbours.ts";

export const smallDomain = declare({
  universe: made<readonly unknown[]>((value, name) => {
    requireList(name, value);
    if (!(value.length >= 1)) refuse(name, "not empty", value);
  }),
  size: count,
  neighbours: anyNeighbours,
  nullRecord: optional(made<unknown>(() => {})),
});

export interface SmallDomain<Datum> {
  readonly universe: readonly Datum[];
  /** The number of records; under `add-remove` of the larger dataset. */
  readonly size: number;
  readonly neighbours: Neighbours;
  /** What a removed record becomes; for `zero-out` only. */
  readonly nullRecord?: Datum;
}

export type DatasetPair<Datum> = readonly [readonly Datum[], readonly Datum[]];

export function neighbouringPairs<Datum>(domain: SmallDomain<Datum>): Generator<DatasetPair<Datum>> {
  const { neighbours } = smallDomain.read(domain, "domain");
  if (neighbours === "zero-out" && !("nullRecord" in domain)) refuse("nullRecord", "given for zero-out", undefined);
  return pairsOf(domain);
}

function* pairsOf<Datum>(domain: SmallDomain<Datum>): Generator<DatasetPair<Datum>> {
  const { universe, size, neighbours } = domain;
  for (const places of listsOf(universe.length, size, neighbours === "add-remove")) {
    const dataset = places.map((place) => universe[place]);
    for (let at = 0; at < size; at++) {
      const others = (record: readonly Datum[]) => [...dataset.slice(0, at), ...record, ...dataset.slice(at + 1)];
      if (neighbours === "add-remove") {
        if (at === 0 || places[at] !== places[at - 1]) yield [dataset, others([])];
      } else if (neighbours === "zero-out") {
        yield [dataset, others([domain.nullRecord as Datum])];
      } else {
        for (let place = places[at] + 1; place < universe.length; place++) yield [dataset, others([universe[place]])];
      }
    }
  }
}

export interface WorstPair<Datum> {
  readonly pair: DatasetPair<Datum>;
  readonly loss: number;
}

/** The first pair of largest loss. */
export function worstPair<Datum>(
  domain: SmallDomain<Datum>,
  loss: (first: readonly Datum[], second: readonly Datum[]) => number,
): WorstPair<Datum> {
  requireFunction({ loss });
  let worst: WorstPair<Datum> | undefined;
  for (const pair of neighbouringPairs(domain)) {
    const found = loss(pair[0], pair[1]);
    if (Number.isNaN(found)) refuse("loss", "a number", found);
    if (worst === undefined || found > worst.loss) worst = { pair, loss: found };
  }
  return worst ?? refuse("universe", "large enough to have neighbours", domain.universe);
}

/** Every list of `size` numbers below `count`; with `sorted` the non-decreasing ones only. */
export function* listsOf(count: number, size: number, sorted = false): Generator<readonly number[]> {
  const list = new Array<number>(size).fill(0);
  for (;;) {
    yield [...list];
    let at = size - 1;
    while (at >= 0 && list[at] === count - 1) at--;
    if (at < 0) return;
    const next = list[at] + 1;
    for (let i = at; i < size; i++) list[i] = i === at || sorted ? next : 0;
  }
}
