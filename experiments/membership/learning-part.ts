/**
 * The attack, run on learning methods by a target record at its worst, and what is known of it without drawing.
 */
import { axis, exactStudy, type Part, z } from "../kit.ts";
import { attackStudy, brokenGame } from "./attack-part.ts";
import { brokenAtOne, epsilon } from "./axes.ts";
import { judgeCurve, judgeForbidden, judgeTests, otherTests } from "./exact-checks.ts";
import { withoutClipping } from "./gradient-games.ts";
import { LEARNERS, learnerGameOf } from "./learners.ts";

const learner = axis(z.enum(LEARNERS), { means: "learning method under attack", quick: LEARNERS });

export const learningPart: Part = {
  claim: "mia-exact-tradeoffs",
  asks: "Does the optimal attack on what a learning method releases trace its exact trade-off curve, and refute no claim?",
  study: attackStudy({ learner, epsilon }, (cell) => learnerGameOf(cell.learner, cell.epsilon)),
  controls: {
    "gradients-not-clipped": {
      says: "noisy sampled gradients of which one is five times as long as the claim assumes (erratum E15)",
      refutes: ["E15"],
      study: brokenGame(withoutClipping),
    },
  },
};

export const learningCurvesPart: Part = {
  claim: "mia-dp-bounds",
  asks: "Do the exact laws of learning methods lie on their curves, out of the forbidden region, below all other tests?",
  study: exactStudy({
    axes: { learner, epsilon },
    exact: (cell) => {
      const game = learnerGameOf(cell.learner, cell.epsilon);
      const { checks, values } = judgeCurve(undefined, game);
      const region = judgeForbidden(game).checks;
      const others = judgeTests(game, otherTests(game)).checks;
      return {
        checks: { ...checks, depth: region.depth, delta: region.delta, "other-tests": others.depth },
        values: { ...values, delta: game.claimed.delta },
      };
    },
  }),
  controls: {
    "half-of-epsilon": {
      says: "sampled gradients claimed at half of epsilon with the delta of the whole",
      study: brokenAtOne((epsilon) => {
        const game = learnerGameOf("dp-sgd", epsilon);
        return judgeForbidden({ ...game, claimed: { ...game.claimed, epsilon: epsilon / 2 } });
      }),
    },
  },
};
