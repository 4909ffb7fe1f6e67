/**
 * Variant: a study with something changed, as a control is: what the change does not name is the study's.
 *
 * `over` narrows axes to values of the variant's own. Its axes may also be others; `at` then says at which cell of the study it is
 * drawn and judged, and `drawn` where it is drawn at another one than it is judged at: a mechanism with a quarter of the noise that
 * is claimed. `only` keeps those checks alone, and no further values, since what a control stores is what it is about.
 * @example
 * ```ts
 * import { atMost, axis, exactStudy, variant, z } from "epsilab/experiments";
 * const size = axis(z.int().min(1), { means: "n", quick: [1, 2] });
 * const part = axis(z.number(), { means: "part", quick: [0.5] });
 * const study = exactStudy({ axes: { size, part }, exact: (cell) => ({ checks: { part: atMost(cell.part * cell.size, cell.size) } }) });
 * const twice = variant(study, { axes: { size }, at: (cell) => ({ ...cell, part: 2 }) });
 * Object.keys(twice.axes); // => ['size']
 * variant(study, { over: { size: [2] } }).axes.size.full; // => [2]
 * ```
 */
import type { Stream } from "../../../lib/random/stream.ts";
import { type Axes, type Cell, type Narrower, narrowed } from "./axis.ts";
import type { Judgement } from "./judgement.ts";
import { type ExactStudy, type SampleContext, type SampledStudy, studySeeing, type TrialCounts } from "./study.ts";

type Over<B extends Axes> = { readonly [Name in keyof B]?: Narrower<Cell<B>[Name]> };

/** What an exact and a sampled variant have in common: `B` are its axes, `A` those of the study. */
interface Change<A extends Axes, B extends Axes> {
  /** Those of the study unless they are given. */
  readonly axes?: B;
  /** Axes that run over other values, by default the same in a quick and a full run. */
  readonly over?: Over<B>;
  /** The combinations that make sense; those that make sense in the study, at the cell of `at`, unless it is given. */
  where?(cell: Cell<B>): boolean;
  /** The cell of the study that a cell of the variant stands for; the same values unless it is given. */
  at?(cell: Cell<B>): Cell<A>;
  /** The checks that are kept, without further values; all, with the values, unless it is given. */
  readonly only?: readonly string[];
}

interface ExactChange<A extends Axes, B extends Axes> extends Change<A, B> {
  exact?(cell: Cell<B>): Judgement | Promise<Judgement>;
}

interface SampledChange<A extends Axes, B extends Axes, Summary, Seen, Data> extends Change<A, B> {
  readonly trials?: TrialCounts;
  readonly blockSize?: number;
  intervals?(cell: Cell<B>): number;
  /** The cell of the study that is drawn, where another one is judged. */
  drawn?(cell: Cell<B>): Cell<A>;
  block?(cell: Cell<B>, count: number, random: Stream, data: Data): Summary;
  judge?(cell: Cell<B>, seen: Seen, context: SampleContext): Judgement;
}

/** A cell that lacks an axis of the study must say where it stands, or change all that would read the axis. */
type Placed<A extends Axes, B extends Axes, All extends string> =
  Cell<B> extends Cell<A> ? unknown : { readonly at: unknown } | { readonly [Name in All]: unknown };

// What a part asks for is a study of any axes: `NoInfer` keeps those of the variant from being inferred there.
export function variant<A extends Axes, const B extends Axes = A>(
  study: ExactStudy<A>,
  change: { readonly axes?: B } & NoInfer<ExactChange<A, B>> & Placed<A, B, "exact" | "where">,
): ExactStudy<NoInfer<B>>;
export function variant<A extends Axes, Summary, Seen, Data, const B extends Axes = A>(
  study: SampledStudy<A, Summary, Seen, Data>,
  change: { readonly axes?: B } & NoInfer<SampledChange<A, B, Summary, Seen, Data>> &
    Placed<A, B, "block" | "judge" | "intervals">,
): SampledStudy<NoInfer<B>, Summary, Seen, Data>;
export function variant(
  study: ExactStudy | SampledStudy,
  change: ExactChange<Axes, Axes> & SampledChange<Axes, Axes, unknown, unknown, unknown>,
): ExactStudy | SampledStudy {
  const unknown = Object.keys(change).find((name) => !CHANGES[study.kind].includes(name));
  if (unknown !== undefined) {
    throw new RangeError(`a variant of this study must change ${CHANGES[study.kind].join(", ")}, got "${unknown}"`);
  }
  const { at = (cell) => cell, only } = change;
  const axes = narrowed(change.axes ?? study.axes, change.over ?? {});
  const { where = study.where && ((cell: Cell) => study.where?.(at(cell)) === true) } = change;
  const grid = { axes, ...(where && { where }) };
  if (study.kind === "exact") {
    const { exact = (cell: Cell) => study.exact(at(cell)) } = change;
    const kept = (cell: Cell) => {
      const found = exact(cell);
      return found instanceof Promise ? found.then((judgement) => keep(judgement, only)) : keep(found, only);
    };
    return { kind: "exact", ...grid, exact: kept };
  }
  const { drawn = at, trials = study.trials, blockSize = study.blockSize } = change;
  const { intervals = (cell: Cell) => study.intervals(at(cell)) } = change;
  const own = (cell: Cell, count: number, random: Stream, data: unknown) =>
    study.block(drawn(cell), count, random, data);
  const { block = own } = change;
  const { judge = (cell: Cell, seen: unknown, context: SampleContext) => study.judgeSeen(at(cell), seen, context) } =
    change;
  return studySeeing(
    { ...grid, ...(study.data && { data: study.data }), trials, blockSize, merge: study.merge, intervals, block },
    study.see,
    (cell, seen, context) => keep(judge(cell, seen, context), only),
  );
}

const COMMON = ["axes", "over", "where", "at", "only"];
const CHANGES = {
  exact: [...COMMON, "exact"],
  sampled: [...COMMON, "trials", "blockSize", "intervals", "drawn", "block", "judge"],
} as const satisfies Record<string, readonly string[]>;

function keep(judgement: Judgement, only: readonly string[] | undefined): Judgement {
  if (only === undefined) return judgement;
  const missing = only.find((name) => !Object.hasOwn(judgement.checks, name));
  if (missing !== undefined) {
    const known = Object.keys(judgement.checks).join(", ");
    throw new RangeError(`only must name checks of the study, which are ${known}, got "${missing}"`);
  }
  return { checks: Object.fromEntries(only.map((name) => [name, judgement.checks[name]])) };
}
