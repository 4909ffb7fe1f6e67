/**
 * The curves, the forbidden region and other tests, without drawing.
 */
import { aboveThreshold } from "../../lib/adaptive/above-threshold.ts";
import { noisyMaxUnderSwap } from "../../lib/auditing/broken/selection.ts";
import { discreteEpsilon } from "../../lib/auditing/discrete-audit.ts";
import { majority } from "../../lib/mechanisms/choice/majority.ts";
import type { DiscreteLaw } from "../../lib/privacy/loss/law.ts";
import { exactStudy, type Part } from "../kit.ts";
import { brokenAtOne, epsilon, mechanism } from "./axes.ts";
import { judgeCurve, judgeEpsilon, judgeForbidden, judgeTests, otherTests, turned } from "./exact-checks.ts";
import type { Claimed } from "./game.ts";
import { gameOf } from "./mechanisms.ts";
import { judgeErrorNames, judgeHigherCurve, judgeSlopes } from "./misread-plane.ts";

function pairEpsilon(first: DiscreteLaw<number>, second: DiscreteLaw<number>, claimed: Claimed) {
  return judgeEpsilon(discreteEpsilon({ first, second }), claimed);
}

export const curvesPart: Part = {
  claim: "mia-exact-tradeoffs",
  asks: "Do the exact laws lie on the closed curves, with the stated accuracy and advantage?",
  study: exactStudy({
    axes: { mechanism, epsilon },
    exact: (cell) => judgeCurve(cell.mechanism, gameOf(cell.mechanism, cell.epsilon)),
  }),
  controls: {
    "laplace-on-the-lines": {
      says: "the claim that Laplace noise touches the epsilon lines everywhere, as randomized response does",
      study: brokenAtOne((epsilon) => {
        const { curve } = gameOf("randomized-response", epsilon);
        return judgeCurve("laplace", { ...gameOf("laplace", epsilon), curve });
      }),
    },
  },
};

export const regionPart: Part = {
  claim: "mia-dp-bounds",
  asks: "Does every curve keep out of the region that its (epsilon, delta) forbids?",
  study: exactStudy({
    axes: { mechanism, epsilon },
    exact: (cell) => judgeForbidden(gameOf(cell.mechanism, cell.epsilon)),
  }),
  controls: {
    "gaussian-without-delta": {
      says: "Gaussian noise claimed to be epsilon-private with delta 0",
      study: brokenAtOne((epsilon) => {
        const game = gameOf("gaussian", epsilon);
        return judgeForbidden({ ...game, claimed: { ...game.claimed, delta: 0 } });
      }),
    },
    "majority-upper-bound": {
      says: "the upper bound of all majority rules, taken for a rule: it needs 2 epsilon",
      study: brokenAtOne((epsilon) => {
        const rule = majority({ epsilon, size: 21, rule: "upper-bound" });
        const [first, second] = rule.worstPair().map((votes) => rule.law(votes));
        return pairEpsilon(first, second, { epsilon, delta: 0 });
      }),
    },
    "above-threshold-half": {
      says: "above-threshold with half of its noise: it needs 2 epsilon",
      study: brokenAtOne((epsilon) => {
        const halved = aboveThreshold({ epsilon: 2 * epsilon, sensitivity: 1, threshold: 0, neighbours: "swap" });
        const [first, second] = halved.worstPair().map((values) => halved.law(values));
        return pairEpsilon(first, second, { epsilon, delta: 0 });
      }),
    },
    "noisy-max-scale": {
      says: "report noisy max with the noise for add-remove under swap: it needs 1.839 at epsilon 1",
      study: brokenAtOne((epsilon) => {
        const { first, second } = noisyMaxUnderSwap.broken({ epsilon });
        return pairEpsilon(first, second, { epsilon, delta: 0 });
      }),
    },
  },
};

export const testsPart: Part = {
  claim: "mia-np",
  asks: "Does no other test lie below the curve of the likelihood ratio?",
  study: exactStudy({
    axes: { mechanism, epsilon },
    exact: (cell) => {
      const game = gameOf(cell.mechanism, cell.epsilon);
      return judgeTests(game, otherTests(game));
    },
  }),
  controls: {
    "power-read-as-error": {
      says: "the power taken for the type II error",
      study: brokenAtOne((epsilon) => {
        const game = gameOf("laplace", epsilon);
        return judgeTests(game, turned(otherTests(game)));
      }),
    },
    "higher-leaks-more": {
      says:
        "a higher curve of the two errors read as more leakage (erratum E45): " +
        "that of half of epsilon is higher, and its best attack less accurate",
      refutes: ["E45"],
      study: brokenAtOne(judgeHigherCurve),
    },
    "type-one-of-members": {
      says: "the errors named the other way round (erratum E46): the level of a test expected where it guesses non-member of a member",
      refutes: ["E46"],
      study: brokenAtOne(judgeErrorNames),
    },
    "rising-lines": {
      says: "slopes of e^epsilon and e^-epsilon for the lines that bound the region (erratum E47): both lines fall",
      refutes: ["E47"],
      study: brokenAtOne(judgeSlopes),
    },
  },
};
