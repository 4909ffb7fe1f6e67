/**
 * Odometers: is what the odometer of SmartNoise states for equal releases at least the epsilon of optimal composition?
 *
 * `odometer-epsilons.json` has, by version, the epsilon and delta of one release, how many there are, and the epsilon and the delta
 * that are stated for all; `reference/odometer_epsilons.py` made it. What must be stated at that delta follows from theorem 3.3 of
 * Kairouz, Oh and Viswanath, exactly. Version 1.0.6 has a wrong formula, 1.0.10 the right one (smartnoise-sdk#621): the thread says
 * that the wrong one overestimates, so that no bound is lost.
 * Limits: equal releases, at the settings of the table, which are a choice.
 * Control: the bound without its term that grows with the square root.
 */
import { expm1 } from "../../lib/numerics/exponential.ts";
import { optimalCompositionEpsilon } from "../../lib/privacy/accounting/optimal-composition.ts";
import { atLeast, axis, exactStudy, type PartDraft, variant, z } from "../kit.ts";
import table from "./odometer-epsilons.json" with { type: "json" };

type Version = keyof typeof table;

const versions = Object.keys(table) as Version[];
const lines = table[versions[0]];

/** The values of the table on an axis. */
const valuesOf = (place: 0 | 1 | 2) => [...new Set(lines.map((line) => line[place]))];

interface Releases {
  readonly epsilon: number;
  readonly delta: number;
  readonly times: number;
}

function statedBy(version: Version, { epsilon, delta, times }: Releases) {
  const found = table[version].find((line) => line[0] === epsilon && line[1] === delta && line[2] === times);
  if (found === undefined) throw new RangeError(`releases must be of the table, got ${epsilon}, ${delta}, ${times}`);
  return { epsilon: found[3], delta: found[4] };
}

const study = exactStudy({
  axes: {
    version: axis(z.enum(versions), { means: "of smartnoise-sql", quick: versions }),
    epsilon: axis(z.number().positive(), { means: "of one release", quick: [0.1, 1], full: valuesOf(0) }),
    delta: axis(z.number().positive(), { means: "of one release", quick: [1e-6], full: valuesOf(1) }),
    times: axis(z.number().int().positive(), { means: "releases", quick: [10, 500], full: valuesOf(2) }),
  },
  exact: ({ version, ...releases }) => {
    const stated = statedBy(version, releases);
    const least = optimalCompositionEpsilon({ ...releases, totalDelta: stated.delta });
    return { checks: { epsilon: atLeast(stated.epsilon, least) }, values: { least, "total-delta": stated.delta } };
  },
});

export const odometersPart: PartDraft = {
  claim: "stated-upper-bounds",
  asks: "Is what the odometer of SmartNoise states for equal releases at least the epsilon of optimal composition?",
  study,
  controls: {
    "without-the-root": {
      says: "the bound of advanced composition without its term that grows with the square root of the number of releases",
      study: variant(study, {
        over: { version: ["1.0.10"], epsilon: [0.1], delta: [1e-6], times: [10, 100] },
        exact: ({ version, ...releases }) => {
          const { epsilon, times } = releases;
          const mean = (times * epsilon * expm1(epsilon)) / (expm1(epsilon) + 2);
          const totalDelta = statedBy(version, releases).delta;
          return { checks: { epsilon: atLeast(mean, optimalCompositionEpsilon({ ...releases, totalDelta })) } };
        },
      }),
    },
  },
};
