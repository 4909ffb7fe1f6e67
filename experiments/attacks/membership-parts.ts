/**
 * Membership in the training data of a model: attacks on logistic regression and a small network, private and not, and one run with
 * many canaries.
 *
 * Of the private ones, no box of rates may lie wholly beyond the certified curve; how near the attacks come is kept with every
 * cell. Quick runs have 2000 trials, which say nothing of a false-positive rate of 0.1 %: full ones have 20 000, and 20 000 further
 * models fix the thresholds.
 */
import type { Stream } from "../../lib/random/stream.ts";
import { axis, type Part, sampledStudy, variant, z } from "../kit.ts";
import { blank, brokenTraining, memorising, ONE_BLOCK } from "./membership-controls.ts";
import {
  canariesOf,
  exactLogistic,
  logisticGames,
  METHODS,
  privateLogistic,
  unclippedDescent,
  underNoisedDescent,
} from "./membership-logistic.ts";
import { exactNetwork, networkGames, privateNetwork, unclippedNetwork } from "./membership-network.ts";
import { oneRunPart } from "./membership-one-run.ts";
import { setting } from "./membership-population.ts";
import { type GameCounts, INTERVALS, judgeGame, judgeLeak, playGames } from "./membership-trials.ts";

const epsilon = axis(z.number().min(0.1).max(8), {
  means: "certified epsilon, of the gradient methods at delta = 1e-5",
  quick: [1],
  full: [0.5, 1, 2, 4],
});
const networkEpsilon = { ...epsilon, full: [1, 4] };
const method = axis(z.enum(METHODS), { means: "how the regression is made private", quick: METHODS });
/** Without noise an ordinary record is hard to find, and no number is claimed of it. */
const exposed = axis(z.enum(["worst-case", "canary"]), {
  means: "whose membership is asked: the worst case or an outlier",
  quick: ["canary"],
  full: ["worst-case", "canary"],
});
const model = axis(z.enum(["logistic", "network"]), {
  means: "model trained without noise",
  quick: ["logistic", "network"],
});

const usual = {
  trials: { quick: 2000, full: 20_000 },
  blockSize: ONE_BLOCK,
  intervals: () => INTERVALS,
} as const;

const claim = "empirical-membership";

const trainedLogistic: Part = {
  claim,
  asks: "Does any attack on privately trained logistic regression have an operating point beyond the certified curve?",
  study: sampledStudy({
    axes: { method, setting, epsilon },
    ...usual,
    block: (cell, count, random): GameCounts => {
      const { train } = privateLogistic(cell.method, cell.epsilon);
      return playGames(logisticGames(cell.setting, canariesOf(cell.method), train), count, random);
    },
    judge: (cell, counts, context) => judgeGame(counts, privateLogistic(cell.method, cell.epsilon).curve, context),
  }),
  controls: {
    "memorising-model": {
      says: "a model that is its records, claimed private",
      study: brokenTraining((epsilon) => {
        const canaries = canariesOf("output");
        const { curve, train } = privateLogistic("output", epsilon);
        return { curve, games: memorising(logisticGames("canary", canaries, train), canaries) };
      }),
    },
    "no-noise": {
      says: "the exact minimiser, claimed private as output perturbation",
      study: brokenTraining((epsilon) => ({
        curve: privateLogistic("output", epsilon).curve,
        games: logisticGames("canary", canariesOf("output"), exactLogistic),
      })),
    },
    "third-of-noise": {
      says: "noisy gradients with a third of the noise that is claimed",
      study: brokenTraining((epsilon) => {
        const { curve, train } = underNoisedDescent(epsilon);
        return { curve, games: logisticGames("worst-case", canariesOf("gradient"), train) };
      }),
    },
    "not-clipped": {
      says: "noise for clipped gradients, and a canary whose gradient is long and not clipped",
      study: brokenTraining((epsilon) => {
        const { curve, train } = unclippedDescent(epsilon);
        return { curve, games: logisticGames("worst-case", canariesOf("gradient", 8), train) };
      }),
    },
  },
};

const trainedNetwork: Part = {
  claim,
  asks: "Does any attack on a privately trained network have an operating point beyond the certified curve?",
  study: sampledStudy({
    axes: { setting, epsilon: networkEpsilon },
    ...usual,
    block: (cell, count, random): GameCounts =>
      playGames(networkGames(cell.setting, privateNetwork(cell.epsilon).train), count, random),
    judge: (cell, counts, context) => judgeGame(counts, privateNetwork(cell.epsilon).curve, context),
  }),
  controls: {
    "network-no-noise": {
      says: "a network trained without noise, claimed private",
      study: brokenTraining((epsilon) => ({
        curve: privateNetwork(epsilon).curve,
        games: networkGames("canary", exactNetwork),
      })),
    },
    "network-not-clipped": {
      says: "a network trained with noise for clipped gradients, which are not clipped",
      study: brokenTraining((epsilon) => {
        const { curve, train } = unclippedNetwork(epsilon);
        return { curve, games: networkGames("worst-case", train) };
      }),
    },
  },
};

function playExposed(
  {
    model: name,
    setting: where,
  }: { readonly model: "logistic" | "network"; readonly setting: "worst-case" | "canary" },
  never: boolean,
  ...rest: [number, Stream]
): GameCounts {
  if (name === "logistic") {
    const games = logisticGames(where, canariesOf("output"), exactLogistic);
    return playGames(never ? blank(games) : games, ...rest);
  }
  const games = networkGames(where, exactNetwork);
  return playGames(never ? blank(games) : games, ...rest);
}

/** Of a model without noise the attacks must find members: else their failure on a private one would say nothing. */
const exposedStudy = sampledStudy({
  axes: { model, setting: exposed },
  ...usual,
  block: (cell, count, random) => playExposed(cell, false, count, random),
  judge: (_, counts, context) => judgeLeak(counts, context),
});

const exposedModels: Part = {
  claim,
  asks: "Do the same attacks find an outlier in the training data where no noise protects it?",
  study: exposedStudy,
  controls: {
    "never-trained-on": {
      says: "the same models, none of which was ever trained on the target",
      study: variant(exposedStudy, {
        axes: { model },
        at: (cell) => ({ ...cell, setting: "canary" }),
        trials: { quick: 2000, full: 2000 },
        block: (cell, count, random) => playExposed({ ...cell, setting: "canary" }, true, count, random),
      }),
    },
  },
};

export const membershipParts: Readonly<Record<string, Part>> = {
  "trained-logistic": trainedLogistic,
  "trained-network": trainedNetwork,
  "exposed-models": exposedModels,
  "one-run-canaries": oneRunPart,
};
