/**
 * The exponential mechanism on finitely many options: its privacy and its utility, from its exact masses.
 *
 * Privacy: the sensitivities of small score tables are found by going through all neighbours, and so is the loss. The tight
 * instance lets one of m equal options gain and all others lose: that one loses epsilon - L, the others L = ln(1 + (e^epsilon - 1)
 * / m). Utility: exact tails of random scores against the bounds.
 */
import { discreteEpsilon } from "../../lib/auditing/discrete-audit.ts";
import { exponentialMechanism } from "../../lib/mechanisms/choice/exponential-mechanism.ts";
import { majority } from "../../lib/mechanisms/choice/majority.ts";
import type { ScoreChange } from "../../lib/mechanisms/choice/scores/selection.ts";
import { shortfallOf } from "../../lib/mechanisms/choice/shortfall.ts";
import { exp, expm1 } from "../../lib/numerics/exponential.ts";
import { largestOf } from "../../lib/numerics/extremes.ts";
import { log, log1p } from "../../lib/numerics/logarithm.ts";
import { stream } from "../../lib/random/stream.ts";
import { fillUniform } from "../../lib/random/uniform.ts";
import { atLeast, atMost, axis, equal, exactStudy, type Part, z } from "../kit.ts";
import { epsilon, LOSS } from "./axes.ts";
import { movesOf, SCORES, scoreTable, tableLoss } from "./score-tables.ts";
import { oddVoters, votesOf } from "./votes.ts";

interface Choice {
  readonly epsilon: number;
  readonly options: number;
  readonly change: ScoreChange;
  readonly sensitivity?: number;
}

const choose = ({ epsilon, options, change, sensitivity = 1 }: Choice) =>
  exponentialMechanism({ epsilon, options, change, sensitivity, neighbours: "swap" });

interface TightInstance {
  readonly loss: number;
  /** What the option that gains loses. */
  readonly gain: number;
}

/** One of equal options gains the sensitivity 1; in general all others lose it, too. */
function tightInstance(choice: Choice, others: 0 | -1): TightInstance {
  const { law } = choose(choice);
  const equalScores = new Array<number>(choice.options).fill(0);
  const [first, second] = [law(equalScores), law(equalScores.map((_, option) => (option === 0 ? 1 : others)))];
  return { loss: discreteEpsilon({ first, second }), gain: second.logMass(0) - first.logMass(0) };
}

/** An option that is never the answer rises as far as it may. */
function limitLoss(choice: Choice, pair: readonly (readonly number[])[]): number {
  const [first, second] = pair.map((scores) => choose(choice).law(scores));
  return discreteEpsilon({ first, second });
}

const options = axis(z.int().min(2).max(1000), {
  means: "number of options",
  quick: [2, 3, 10],
  full: [2, 3, 5, 10, 30, 100, 300, 1000],
});

export const exponentialPart: Part = {
  claim: "exponential-mechanism",
  asks: "Is the exponential mechanism epsilon-private, with the factor 2, with the range, and without the 2 for monotone scores?",
  study: exactStudy({
    axes: { scores: axis(z.enum(SCORES), { means: "scores and neighbours", quick: SCORES }), options, epsilon },
    exact: ({ scores, options, epsilon }) => {
      const table = scoreTable(scores, options);
      const { single, range } = movesOf(table);
      const change = scores === "counts-add-remove" ? "monotone" : "general";
      const rules = { epsilon, options };
      const byScore = choose({ ...rules, change, sensitivity: single });
      const byRange = choose({ ...rules, change: "range", sensitivity: range });
      const tight = tightInstance({ ...rules, change }, change === "general" ? -1 : 0);
      const others = log1p(expm1(epsilon) / options);
      return {
        checks: {
          "range-of-moves": atMost(range, (change === "general" ? 2 : 1) * single),
          epsilon: atMost(tableLoss(table, byScore.law), epsilon, LOSS),
          "epsilon-by-range": atMost(tableLoss(table, byRange.law), epsilon, LOSS),
          "tight-instance": equal(tight.loss, Math.max(others, epsilon - others), LOSS),
          attained: equal(limitLoss({ ...rules, change }, byLimit(change, rules)), epsilon, { share: 1e-9, ...LOSS }),
        },
        values: { gain: tight.gain, single, range },
      };
    },
  }),
  controls: {
    "full-exponent": {
      says: "the exponent epsilon u / sensitivity where one score gains and the others lose: 2 epsilon",
      study: exactStudy({
        axes: { options, epsilon },
        exact: ({ options, epsilon }) => {
          const choice: Choice = { epsilon, options, change: "monotone" };
          const loss = limitLoss(choice, byLimit("general", choice));
          return {
            checks: { epsilon: atMost(loss, epsilon, LOSS) },
            values: { gain: tightInstance(choice, -1).gain },
          };
        },
      }),
    },
    "full-exponent-three-options": {
      says: "the same for how many of two bits to change before 0112 takes a value, a score that is not monotone: 1.14384 at epsilon 1",
      study: exactStudy({
        axes: { epsilon },
        exact: ({ epsilon }) => {
          // Changes of 00, 01, 10, 11 before the function with the values 0, 1, 1, 2 is 0, 1 or 2.
          const changes = [
            [0, 1, 2],
            [1, 0, 1],
            [1, 0, 1],
            [2, 1, 0],
          ];
          const table = {
            domain: { universe: [0, 1], size: 2, neighbours: "swap" as const },
            scores: ([a, b]: readonly number[]) => changes[2 * a + b].map((changed) => -changed),
          };
          const { law } = choose({ epsilon, options: 3, change: "monotone" });
          return { checks: { epsilon: atMost(tableLoss(table, law), epsilon, LOSS) } };
        },
      }),
    },
  },
};

function byLimit(change: ScoreChange, rules: Pick<Choice, "epsilon" | "options">) {
  return choose({ ...rules, change }).worstPair();
}

const DRAWS = 20;

/**
 * Scores of sensitivity 1: uniform on three scales, half of them rounded so that there are ties, and one option alone ahead of all
 * others.
 */
function scoreDraws(options: number, epsilon: number): number[][] {
  const drawn = Array.from({ length: DRAWS }, (_, draw) => {
    const spread = [1, 10, 100][draw % 3] / epsilon;
    const scores = fillUniform(new Float64Array(options), stream(1, "utility", options, draw));
    return Array.from(scores, (score) => (draw % 2 === 0 ? spread * score : Math.round(spread * score)));
  });
  const alone = [1, 10, 60].map((lead) => Array.from({ length: options }, (_, k) => (k === 0 ? lead / epsilon : 0)));
  return [...drawn, ...alone];
}

const tailOf = (scores: readonly number[], epsilon: number) =>
  shortfallOf(choose({ epsilon, options: scores.length, change: "general" }), scores).tail;

function massesOf(scores: readonly number[], epsilon: number): number[] {
  const { law } = choose({ epsilon, options: scores.length, change: "general" });
  const at = law(scores);
  return scores.map((_, option) => exp(at.logMass(option)));
}

const utilityAxes = {
  options: axis(z.int().min(2).max(1000), { means: "number of options", quick: [2, 10, 1000] }),
  epsilon,
  beta: axis(z.number().min(1e-6).max(0.99), {
    means: "probability beta of a worse choice",
    quick: [0.05, 0.5],
    full: [0.001, 0.01, 0.05, 0.1, 0.5],
  }),
};
/** Gaps in units of 2 / epsilon at which the figure shows the tail. */
const GAPS = [0.5, 1, 1.5, 2, 3, 4, 5, 6, 8, 10, 12];

export const utilityPart: Part = {
  claim: "exp-utility",
  asks: "Is a choice that is far behind the best as rare as the bounds say?",
  study: exactStudy({
    axes: utilityAxes,
    exact: ({ options, epsilon, beta }) => {
      let [share, sharp] = [0, 0];
      for (const scores of scoreDraws(options, epsilon)) {
        const tail = tailOf(scores, epsilon);
        const best = largestOf(scores);
        const winners = scores.filter((score) => score === best).length;
        share = Math.max(share, tail((2 / epsilon) * log(options / beta)));
        for (const gap of new Set(scores.map((score) => best - score))) {
          if (gap <= 0) continue;
          const bound = ((options - winners) / winners) * exp((-epsilon * gap) / 2);
          if (bound > 1e-290) sharp = Math.max(sharp, tail(gap) / bound);
        }
      }
      const gaps = GAPS.map((gap) => (2 / epsilon) * gap);
      const alone = gaps.map((gap) => {
        const scores = Array.from({ length: options }, (_, option) => (option === 0 ? gap : 0));
        return tailOf(scores, epsilon)(gap);
      });
      return {
        checks: {
          tail: atMost(share, beta),
          "share-of-sharp-bound": atMost(sharp, 1),
          "sharp-bound-is-approached": atLeast(sharp, 1 - 1e-9),
        },
        values: { gaps, alone },
      };
    },
  }),
  controls: {
    "printed-event": {
      says:
        "the inequality with q(x, r) - max q on the left and no minus on the right, " +
        "as the text has it (erratum E04): an event that is certain",
      refutes: ["E04"],
      study: exactStudy({
        axes: utilityAxes,
        exact: ({ options, epsilon, beta }) => {
          const [scores] = scoreDraws(options, epsilon);
          const best = largestOf(scores);
          const threshold = (2 / epsilon) * log(options / beta);
          const masses = massesOf(scores, epsilon);
          const found = scores.reduce((sum, score, k) => (score - best <= threshold ? sum + masses[k] : sum), 0);
          return { checks: { probability: atMost(found, beta) } };
        },
      }),
    },
    "printed-majority": {
      says:
        "a majority that errs with probability 2 e^(-|s - theta / 2| epsilon), " +
        "theta read as the true share of ones (erratum E19b), and that needs the 2 (E19)",
      refutes: ["E19", "E19b"],
      shownBy: { E19: "least-factor", E19b: "error" },
      study: exactStudy({
        axes: {
          voters: oddVoters({ least: 101, quick: [101], full: [101, 501] }),
          epsilon: axis(z.number().min(0.1).max(10), { means: "epsilon of one vote", quick: [0.1, 1] }),
          theta: axis(z.number().min(0).max(1), { means: "true share of ones", quick: [0.5, 1] }),
        },
        exact: ({ voters, epsilon, theta }) => {
          const { law } = majority({ epsilon, size: voters, rule: "exponential" });
          const logError = (ones: number) => law(votesOf(ones, voters)).logMass(2 * ones > voters ? 0 : 1);
          let logFactor = -Infinity;
          for (let ones = 0; ones <= voters; ones++) {
            logFactor = Math.max(logFactor, logError(ones) + Math.abs(ones - voters / 2) * epsilon);
          }
          const ahead = (voters + 1) / 2;
          return {
            checks: {
              error: atMost(exp(logError(ahead)), 2 * exp(-Math.abs(ahead - theta / 2) * epsilon)),
              "least-factor": atLeast(exp(logFactor), 2),
            },
          };
        },
      }),
    },
  },
};
