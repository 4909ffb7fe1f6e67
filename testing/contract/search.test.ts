import { describe, expect, it } from "vitest";
import { listsOf, type SmallDomain, worstPair } from "../../lib/auditing/worst-pair.ts";
import { cauchyLaw } from "../../lib/mechanisms/laws/cauchy-law.ts";
import {
  smoothSensitivity,
  smoothSensitivityMedian,
} from "../../lib/mechanisms/local-sensitivity/smooth-sensitivity-median.ts";
import { discreteGaussian } from "../../lib/mechanisms/noise/discrete-gaussian.ts";
import { noisyMean } from "../../lib/mechanisms/statistics/noisy-mean.ts";
import { quantiles } from "../../lib/mechanisms/statistics/quantiles.ts";
import { smoothedQuantiles } from "../../lib/mechanisms/statistics/smoothed-quantiles.ts";
import { pure } from "../../lib/privacy/guarantees/guarantee.ts";
import { gaussianDelta } from "../../lib/privacy/loss/gaussian-profile.ts";
import type { AnyLaw } from "../../lib/privacy/loss/law.ts";
import { ALL_INSTANCES } from "./all-mechanisms.ts";
import { hockeyStick, largestLoss, renyiDivergence } from "./audit.ts";
import { inputPairs } from "./input-pairs.ts";
import type { Auditable, SearchedDomain } from "./instance.ts";
import { JOINT_DOMAIN, jointCells, ratioCells, SMOOTHED_DOMAIN, smoothedCells } from "./oracles.ts";
import { MEAN_DOMAIN, MEDIAN_DOMAIN } from "./records.ts";

type Searched = Pick<Auditable<unknown, unknown>, "name" | "neighbours" | "guarantee" | "law">;

/** What of the guarantee the pair uses up: 1 if all of it. */
function share(mechanism: Searched, first: AnyLaw, second: AnyLaw): number {
  const { guarantee } = mechanism;
  if (guarantee.kind === "pure") return largestLoss(first, second) / guarantee.epsilon;
  if (guarantee.kind === "zero-concentrated") {
    const used = (order: number) =>
      Math.max(renyiDivergence(first, second, order), renyiDivergence(second, first, order)) / (order * guarantee.rho);
    return Math.max(...[1.5, 2, 8, 32].map(used));
  }
  if (guarantee.kind === "gaussian") {
    const epsilon = guarantee.mu;
    return (
      Math.max(hockeyStick(first, second, epsilon), hockeyStick(second, first, epsilon)) /
      gaussianDelta({ epsilon, mu: guarantee.mu })
    );
  }
  if (guarantee.kind !== "approximate") throw new Error(`no search for ${guarantee.kind} guarantees`);
  const { epsilon, delta } = guarantee;
  return Math.max(hockeyStick(first, second, epsilon), hockeyStick(second, first, epsilon)) / delta;
}

/** Each law computed once. */
function lawsOnce<Input>(lawOf: (input: Input) => AnyLaw): (input: Input) => AnyLaw {
  const known = new Map<string, AnyLaw>();
  return (input) => {
    const key = JSON.stringify(input, (_, value) => (value instanceof Map ? [...value] : value));
    const law = known.get(key) ?? lawOf(input);
    known.set(key, law);
    return law;
  };
}

interface Datasets {
  readonly datasetOf?: ((records: readonly unknown[]) => unknown) | undefined;
  readonly nullRecord?: unknown;
}

/** The largest share over all neighbours of the domain, laws being computed once. */
function search(
  mechanism: Searched,
  [universe, ...sizes]: SearchedDomain,
  { datasetOf = (records) => (mechanism.name === "list-experiment" ? records[0] : records), nullRecord }: Datasets = {},
): number {
  const lawOf = lawsOnce((records: readonly unknown[]) => mechanism.law(datasetOf(records)));
  const losses = sizes.map((size) => {
    // A record that a table lacks is blank in it.
    const isBlank = mechanism.neighbours === "zero-out" && nullRecord === undefined;
    const neighbours = isBlank ? "add-remove" : mechanism.neighbours;
    const small: SmallDomain<unknown> = { universe, size, neighbours, nullRecord };
    return worstPair(small, (first, second) => share(mechanism, lawOf(first), lawOf(second))).loss;
  });
  return Math.max(...losses);
}

const searched = ALL_INSTANCES.filter(({ domain }) => domain !== undefined);

/** Mechanisms that state no worst pair: they are audited on one of the contract, which need not be the worst. */
const PAIRS_OF_THE_CONTRACT = [
  ...["mean under add-remove", "joint-quantiles", "smoothed-quantiles", "smooth-sensitivity-median"],
  "inverse-sensitivity of three outcomes",
];

describe.each(searched)("$title", ({ title, mechanism, tight, domain, datasetOf, nullRecord }) => {
  it(`keeps its guarantee on all neighbours of a small domain, none worse than the pair it states`, () => {
    if (domain === undefined) throw new Error(`${title} has no domain`);
    const found = search(mechanism, domain, { datasetOf, nullRecord });
    expect(found).toBeLessThanOrEqual(1 + 1e-9);
    expect(found).toBeGreaterThan(tight ? 0.9 : 0);
    const [first, second] = mechanism.worstPair().map(mechanism.law);
    const stated = share(mechanism, first, second);
    if (!PAIRS_OF_THE_CONTRACT.some((name) => title.startsWith(name))) expect(found).toBeLessThanOrEqual(stated + 1e-9);
  });
});

const given = ALL_INSTANCES.flatMap((instance) => {
  const pairs = instance.domain === undefined ? (instance.neighbouring?.() ?? inputPairs(instance)) : undefined;
  return pairs === undefined ? [] : [{ ...instance, pairs }];
});

describe.each(given)("$title", ({ mechanism, tight, pairs }) => {
  it("keeps its guarantee on all inputs as far apart as its sensitivity lets them be, none worse than the pair it states", () => {
    const lawOf = lawsOnce(mechanism.law);
    const shareOf = ([first, second]: readonly [unknown, unknown]) => share(mechanism, lawOf(first), lawOf(second));
    const found = Math.max(...pairs.map(shareOf));
    expect(found).toBeLessThanOrEqual(1 + 1e-9);
    expect(found).toBeGreaterThan(tight ? 0.9 : 0);
    expect(found).toBeLessThanOrEqual(shareOf(mechanism.worstPair()) + 1e-9);
  });
});

/** What is not searched by its law, and why. */
const NOT_SEARCHED = {
  "discrete-gaussian on vectors": "its law is long, and depends on the squares of the move: these are searched below",
};

it("leaves no other mechanism out", () => {
  const found = new Set([...searched, ...given].map(({ title }) => title));
  const left = ALL_INSTANCES.map(({ title }) => title).filter((title) => !found.has(title));
  expect(left).toEqual(Object.keys(NOT_SEARCHED));
});

describe("discrete Gaussian noise on vectors", () => {
  const rho = { numerator: 1, denominator: 2 };
  const squareOf = (move: readonly number[]) => move.reduce((sum, x) => sum + x * x, 0);

  it.each([1, 2, 3, 4, 5])(
    "is stated on the longest whole move of %i coordinates that the sensitivity allows",
    (dimension) => {
      const side = dimension < 4 ? 8 : 4;
      const moves = [...listsOf(side + 1, dimension, true)].map(squareOf);
      for (let squaredSensitivity = 1; squaredSensitivity <= side * side; squaredSensitivity++) {
        const [first, second] = discreteGaussian({
          rho,
          squaredSensitivity,
          dimension,
          neighbours: "swap",
        }).worstPair();
        const stated = squareOf(Array.from(second, (x, i) => x - first[i]));
        expect(stated).toBe(Math.max(...moves.filter((square) => square <= squaredSensitivity)));
      }
    },
  );
});

describe("the search through small domains", () => {
  const range = { lower: -1, upper: 2 };
  const claim = pure(1);

  it("catches a mean under add-remove that gives all of epsilon to the sum and all of it to the count", () => {
    const parameters = { epsilon: 2, neighbours: "add-remove", ...range } as const;
    const twin = { ...ratioCells(noisyMean(parameters), parameters), guarantee: claim };
    expect(search(twin, MEAN_DOMAIN)).toBeGreaterThan(1);
  });

  it("catches joint quantiles of half the sensitivity", () => {
    const parameters = { epsilon: 2, neighbours: "swap", probabilities: [0.3, 0.6], lower: 0, upper: 1 } as const;
    const twin = { ...jointCells(quantiles(parameters), parameters), guarantee: claim };
    expect(search(twin, JOINT_DOMAIN)).toBeGreaterThan(1);
  });

  it("catches smoothed quantiles of a third of the sensitivity", () => {
    const common = { epsilon: 3, neighbours: "swap", probabilities: [0.5], lower: 0, upper: 1 } as const;
    const parameters = { ...common, radius: 0.2 };
    const twin = { ...smoothedCells(smoothedQuantiles(parameters), parameters), guarantee: claim };
    expect(search(twin, SMOOTHED_DOMAIN)).toBeGreaterThan(1);
  });

  it("catches smooth-sensitivity noise of a tenth of the scale", () => {
    const narrow = (records: readonly number[]) => {
      const sorted = records.toSorted((a, b) => a - b);
      const scale = 0.6 * smoothSensitivity(sorted, { ...range, beta: 1 / 6 });
      const kinks = Array.from({ length: 2001 }, (_, i) => (i - 1000) / 20);
      return { ...cauchyLaw(sorted[(sorted.length - 1) / 2], scale), kinks };
    };
    const twin = { ...smoothSensitivityMedian({ epsilon: 1, ...range }), law: narrow };
    expect(search(twin, MEDIAN_DOMAIN)).toBeGreaterThan(1);
  });
});
