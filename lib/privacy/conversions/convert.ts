/**
 * What a guarantee implies, in the terms of another kind: `convert(guarantee, { to: "approximate", delta })`.
 *
 * | from | to |
 * |---|---|
 * | pure | approximate; zero-concentrated (`way: "classic"` for epsilon^2 / 2); renyi; trade-off |
 * | approximate | trade-off |
 * | zero-concentrated | approximate at a `delta` (`way: "classic"` for rho + 2 sqrt(rho ln(1/delta))) or at an `epsilon`; renyi |
 * | truncated-concentrated | approximate at a `delta` or an `epsilon`; renyi |
 * | renyi | approximate at a `delta` (`way: "classic"` or `"refined"`) or at an `epsilon`, over `orders`, RENYI_ORDERS by default |
 * | gaussian | approximate at a `delta` or an `epsilon`; zero-concentrated; renyi; trade-off |
 * | trade-off | approximate at a `delta` or an `epsilon`; gaussian |
 * | privacy-loss | approximate at a `delta` or an `epsilon`; trade-off |
 *
 * A list of guarantees, each of the kind asked for or one that converts to it, is what they imply together:
 * `convert([pure(1), gaussianDp(1)], { to: "zero-concentrated" })` is the sum of the rhos. That is for the kinds that add up: pure,
 * zero-concentrated, truncated-concentrated, renyi and gaussian (`composition.ts`). Theorems, sources and accuracy: those of the
 * files named after the kind that is given, `pure-conversions.ts` and others beside this one. What is not in the table does not
 * follow.
 * @example
 * ```ts
 * import { convert, gaussianDp, pure, zeroConcentrated } from "epsilab";
 * convert(pure(1), { to: "zero-concentrated" }); // => { kind: "zero-concentrated", rho: 0.4621... }
 * convert(zeroConcentrated(0.5), { to: "approximate", delta: 1e-5 }).epsilon; // => 4.7283...
 * convert(zeroConcentrated(0.5), { to: "approximate", epsilon: 4 }).delta; // => 0.0001...
 * convert([pure(1), gaussianDp(1)], { to: "zero-concentrated" }).rho; // => 0.9621...
 * ```
 * @claim zcdp, rdp
 */
import {
  type Declaration,
  type Declared,
  declare,
  listOf,
  nonNegative,
  oneOf,
  openProbability,
  optional,
  probability,
} from "../../numerics/parameters.ts";
import { refuse, requireFunction, requireList } from "../../numerics/requirements.ts";
import {
  type ApproximateGuarantee,
  approximate,
  type GaussianGuarantee,
  type Guarantee,
  type PrivacyLossGuarantee,
  type PureGuarantee,
  type RenyiGuarantee,
  requireGuaranteeNames,
  type TradeOffGuarantee,
  type TruncatedConcentratedGuarantee,
  type ZeroConcentratedGuarantee,
} from "../guarantees/guarantee.ts";
import { gaussianDelta } from "../loss/gaussian-profile.ts";
import { pldDelta } from "../loss/pld-accountant.ts";
import { tradeOffDelta } from "../trade-off/trade-off-profile.ts";
import {
  composeGaussian,
  composePure,
  composeRenyi,
  composeTruncatedConcentrated,
  composeZeroConcentrated,
} from "./composition.ts";
import {
  approximateToTradeOff,
  gaussianToTradeOff,
  pldToApproximate,
  pldToTradeOff,
  tradeOffToApproximate,
  tradeOffToGaussian,
} from "./curve-conversions.ts";
import { gaussianToApproximate, gaussianToRenyi, gaussianToZeroConcentrated } from "./gaussian-conversions.ts";
import {
  pureToApproximate,
  pureToRenyi,
  pureToZeroConcentrated,
  pureToZeroConcentratedClassic,
} from "./pure-conversions.ts";
import {
  RENYI_ORDERS,
  type RenyiConversion,
  renyiDelta,
  renyiToApproximate,
  renyiToApproximateClassic,
  renyiToApproximateRefined,
} from "./renyi-conversions.ts";
import {
  truncatedConcentratedDelta,
  truncatedConcentratedToApproximate,
  truncatedConcentratedToRenyi,
} from "./truncated-concentrated-conversions.ts";
import {
  zeroConcentratedDelta,
  zeroConcentratedToApproximate,
  zeroConcentratedToApproximateClassic,
  zeroConcentratedToRenyi,
} from "./zero-concentrated-conversions.ts";

interface To<Kind extends Guarantee["kind"]> {
  readonly to: Kind;
}

interface AtDelta extends To<"approximate"> {
  readonly delta: number;
  readonly epsilon?: never;
}

interface AtEpsilon extends To<"approximate"> {
  readonly epsilon: number;
  readonly delta?: never;
}

interface OverOrders {
  /** Above 1, in any sequence. */
  readonly orders?: ArrayLike<number>;
}

/** The way of the first papers, above the tight one. */
interface Classic {
  readonly way?: "classic";
}

/** What each kind of guarantee converts to, and what that takes. */
export interface Conversions {
  readonly pure: To<"approximate"> | (To<"zero-concentrated"> & Classic) | To<"renyi"> | To<"trade-off">;
  readonly approximate: To<"trade-off">;
  readonly "zero-concentrated": (AtDelta & Classic) | AtEpsilon | To<"renyi">;
  readonly "truncated-concentrated": AtDelta | AtEpsilon | To<"renyi">;
  readonly renyi: (AtDelta & OverOrders & { readonly way?: "classic" | "refined" }) | (AtEpsilon & OverOrders);
  readonly gaussian: AtDelta | AtEpsilon | To<"zero-concentrated"> | To<"renyi"> | To<"trade-off">;
  readonly "trade-off": AtDelta | AtEpsilon | To<"gaussian">;
  readonly "privacy-loss": AtDelta | AtEpsilon | To<"trade-off">;
}

type OfKind<Kind extends Guarantee["kind"]> = Extract<Guarantee, { readonly kind: Kind }>;

/** What comes out; the search over orders says which was the best. */
export type Converted<Source extends Guarantee["kind"], Wanted extends To<Guarantee["kind"]>> = Source extends "renyi"
  ? Wanted extends AtDelta
    ? RenyiConversion
    : OfKind<Wanted["to"]>
  : OfKind<Wanted["to"]>;

/** The kinds that add up, and the guarantees of which one is implied. */
export interface Sums {
  readonly pure: PureGuarantee;
  readonly "zero-concentrated": ZeroConcentratedGuarantee | PureGuarantee | GaussianGuarantee;
  readonly "truncated-concentrated": TruncatedConcentratedGuarantee;
  readonly renyi:
    | RenyiGuarantee
    | PureGuarantee
    | ZeroConcentratedGuarantee
    | TruncatedConcentratedGuarantee
    | GaussianGuarantee;
  readonly gaussian: GaussianGuarantee | TradeOffGuarantee;
}

export function convert<Kind extends keyof Sums>(
  guarantees: readonly Sums[Kind][],
  wanted: { readonly to: Kind },
): OfKind<Kind>;
export function convert<const Source extends Guarantee["kind"], const Wanted extends Conversions[Source]>(
  guarantee: OfKind<Source> & { readonly kind: Source },
  wanted: Wanted,
): Converted<Source, Wanted>;
export function convert(given: Guarantee | readonly Guarantee[], wanted: To<Guarantee["kind"]>): Guarantee {
  if (typeof wanted !== "object" || wanted === null)
    refuse("wanted", 'an object such as { to: "approximate", delta: 1e-5 }', wanted);
  if (!Array.isArray(given)) return converted(given as Guarantee, wanted);
  const { to, ...rest } = wanted;
  declare({}).read(rest, `what a sum takes beside to`);
  requireList("guarantees", given);
  const add = Object.hasOwn(SUMS, to) ? SUMS[to as keyof Sums] : undefined;
  if (add === undefined) return refuse("to", `one of ${Object.keys(SUMS).join(", ")}, which add up`, to);
  return add(given.map((each: Guarantee) => (each?.kind === to ? each : converted(each, { to }))) as never);
}

const SUMS: { readonly [Kind in keyof Sums]: (guarantees: readonly OfKind<Kind>[]) => Guarantee } = {
  pure: composePure,
  "zero-concentrated": composeZeroConcentrated,
  "truncated-concentrated": composeTruncatedConcentrated,
  renyi: composeRenyi,
  gaussian: composeGaussian,
};

function converted(guarantee: Guarantee, { to, ...rest }: To<Guarantee["kind"]>): Guarantee {
  const kinds: Readonly<Record<string, Readonly<Record<string, Conversion>>>> = CONVERSIONS;
  requireGuaranteeNames(guarantee, "guarantee");
  const { kind } = guarantee;
  const targets = kinds[kind];
  if (!Object.hasOwn(targets, to)) return refuse("to", `${Object.keys(targets).join(" or ")} for ${kind}`, to);
  if (kind === "renyi") requireFunction({ "guarantee.epsilonAt": (guarantee as RenyiGuarantee).epsilonAt });
  const { takes, run } = targets[to];
  return run(guarantee as never, takes.read(rest as never, `what ${kind} to ${to} takes`) as never);
}

interface Conversion {
  readonly takes: Declaration<Declared>;
  run(guarantee: never, given: never): Guarantee;
}

const NOTHING = declare({});
const CLASSIC = declare({ way: optional(oneOf("classic")) });

interface Point {
  readonly delta: number | undefined;
  readonly epsilon: number | undefined;
}

function onePoint({ delta, epsilon }: Point): void {
  if (delta === undefined && epsilon === undefined) refuse("delta", "given, or an epsilon", delta);
  if (delta !== undefined && epsilon !== undefined) refuse("epsilon", "left out where delta is given", epsilon);
}

const POINT = { delta: optional(openProbability), epsilon: optional(nonNegative) };
const AT_POINT = declare(POINT, onePoint);
/** Of curves that may reach a delta of 0, or have one of 1. */
const AT_ANY_POINT = declare({ ...POINT, delta: optional(probability) }, onePoint);

/** At the delta that is given, or at the epsilon. */
function atPoint(
  { delta, epsilon }: Point,
  atDelta: (delta: number) => ApproximateGuarantee,
  deltaAt: (epsilon: number) => number,
): ApproximateGuarantee {
  if (delta !== undefined) return atDelta(delta);
  const given = epsilon ?? refuse("delta", "given, or an epsilon", delta);
  return approximate(given, Math.min(1, deltaAt(given)));
}

const CONVERSIONS: { readonly [Kind in keyof Conversions]: Readonly<Record<string, Conversion>> } = {
  pure: {
    approximate: { takes: NOTHING, run: pureToApproximate },
    "zero-concentrated": {
      takes: CLASSIC,
      run: (guarantee: PureGuarantee, { way }: Classic) =>
        way === "classic" ? pureToZeroConcentratedClassic(guarantee) : pureToZeroConcentrated(guarantee),
    },
    renyi: { takes: NOTHING, run: pureToRenyi },
    "trade-off": { takes: NOTHING, run: approximateToTradeOff },
  },
  approximate: { "trade-off": { takes: NOTHING, run: approximateToTradeOff } },
  "zero-concentrated": {
    approximate: {
      takes: declare({ ...POINT, ...CLASSIC.declared }, onePoint),
      run: (guarantee: ZeroConcentratedGuarantee, given: Point & Classic) =>
        atPoint(
          given,
          (delta) =>
            given.way === "classic"
              ? zeroConcentratedToApproximateClassic(guarantee, delta)
              : zeroConcentratedToApproximate(guarantee, delta),
          (epsilon) => zeroConcentratedDelta({ rho: guarantee.rho, epsilon }),
        ),
    },
    renyi: { takes: NOTHING, run: zeroConcentratedToRenyi },
  },
  "truncated-concentrated": {
    approximate: {
      takes: AT_POINT,
      run: (guarantee: TruncatedConcentratedGuarantee, given: Point) =>
        atPoint(
          given,
          (delta) => truncatedConcentratedToApproximate(guarantee, delta),
          (epsilon) => truncatedConcentratedDelta({ rho: guarantee.rho, omega: guarantee.omega, epsilon }),
        ),
    },
    renyi: { takes: NOTHING, run: truncatedConcentratedToRenyi },
  },
  renyi: {
    approximate: {
      takes: declare(
        {
          ...POINT,
          orders: optional(listOf(nonNegative), RENYI_ORDERS),
          way: optional(oneOf("classic", "refined")),
        },
        onePoint,
      ),
      run: (
        guarantee: RenyiGuarantee,
        { orders, way, ...point }: Point & { readonly orders: ArrayLike<number>; readonly way?: "classic" | "refined" },
      ) => {
        const list = Array.from(orders);
        return atPoint(
          point,
          (delta) => RENYI_WAYS[way ?? "tight"](guarantee, { delta, orders: list }),
          (epsilon) => renyiDelta(guarantee, { epsilon, orders: list }),
        );
      },
    },
  },
  gaussian: {
    approximate: {
      takes: AT_ANY_POINT,
      run: (guarantee: GaussianGuarantee, given: Point) =>
        atPoint(
          given,
          (delta) => gaussianToApproximate(guarantee, delta),
          (epsilon) => (guarantee.mu === 0 ? 0 : gaussianDelta({ epsilon, mu: guarantee.mu })),
        ),
    },
    "zero-concentrated": { takes: NOTHING, run: gaussianToZeroConcentrated },
    renyi: { takes: NOTHING, run: gaussianToRenyi },
    "trade-off": { takes: NOTHING, run: gaussianToTradeOff },
  },
  "trade-off": {
    approximate: {
      takes: AT_ANY_POINT,
      run: (guarantee: TradeOffGuarantee, given: Point) =>
        atPoint(
          given,
          (delta) => tradeOffToApproximate(guarantee, delta),
          (epsilon) => tradeOffDelta(guarantee.curve, epsilon),
        ),
    },
    gaussian: { takes: NOTHING, run: tradeOffToGaussian },
  },
  "privacy-loss": {
    approximate: {
      takes: AT_POINT,
      run: (guarantee: PrivacyLossGuarantee, given: Point) =>
        atPoint(
          given,
          (delta) => pldToApproximate(guarantee, delta),
          (epsilon) => pldDelta({ events: [{ loss: guarantee.loss, times: 1 }], epsilon }).upper,
        ),
    },
    "trade-off": { takes: NOTHING, run: pldToTradeOff },
  },
};

const RENYI_WAYS = {
  tight: renyiToApproximate,
  classic: renyiToApproximateClassic,
  refined: renyiToApproximateRefined,
};
