/**
 * Exact audits of choices by scores on a grid and of rational responses, from their laws.
 *
 * Scores of three options, whole and between the steps, with every move of each by as much as the sensitivity allows, and the worst
 * pair of the mechanism. A control has a tenth more of epsilon than it claims.
 */
import { discreteEpsilon } from "../../lib/auditing/discrete-audit.ts";
import { exponentialMechanism } from "../../lib/mechanisms/choice/exponential-mechanism.ts";
import { permuteAndFlip } from "../../lib/mechanisms/choice/permute-and-flip.ts";
import { reportNoisyMax } from "../../lib/mechanisms/choice/report-noisy-max.ts";
import { choiceResponse } from "../../lib/mechanisms/local/choice-response.ts";
import type { DiscreteLaw } from "../../lib/privacy/loss/law.ts";
import { atMost, axis, exactStudy, type Part, z } from "../kit.ts";
import { epsilon } from "./releases.ts";

const CHOICES = ["exponential", "permute-and-flip", "noisy-max-laplace", "noisy-max-exponential"] as const;
type Choice = (typeof CHOICES)[number];
/** Half steps, and a sensitivity of two of them. */
const HALF = { numerator: 1, denominator: 2 };
const RULES = { sensitivity: 1, change: "general", options: 3, neighbours: "swap", step: HALF } as const;
const LEVELS = [0, 0.3, 0.75, 4];
const MOVES = [-1, 0, 0.6, 1];
const RESPONSE_DENOMINATOR = 1 << 20;
const ROUNDED = { share: 1e-9 };

function choiceOf(choice: Choice, epsilon: number) {
  const rules = { ...RULES, epsilon };
  if (choice === "exponential") return exponentialMechanism(rules);
  if (choice === "permute-and-flip") return permuteAndFlip(rules);
  return reportNoisyMax({ ...rules, noise: choice === "noisy-max-laplace" ? "laplace" : "exponential" });
}

function triples(values: readonly number[]): number[][] {
  return values.flatMap((a) => values.flatMap((b) => values.map((c) => [a, b, c])));
}

/** The largest loss of a choice, over all those scores and moves. */
function choiceLoss(choice: Choice, epsilon: number): number {
  const { law, worstPair } = choiceOf(choice, epsilon);
  const known = new Map<string, DiscreteLaw<number>>();
  const lawAt = (scores: readonly number[]) => {
    const found = known.get(scores.join()) ?? law(scores);
    known.set(scores.join(), found);
    return found;
  };
  const [x, y] = worstPair();
  let largest = discreteEpsilon({ first: law(x), second: law(y) });
  for (const scores of triples(LEVELS)) {
    for (const move of triples(MOVES)) {
      const moved = scores.map((score, k) => score + move[k]);
      largest = Math.max(largest, discreteEpsilon({ first: lawAt(scores), second: lawAt(moved) }));
    }
  }
  return largest;
}

const choice = axis(z.enum(CHOICES), { means: "how an option is chosen", quick: CHOICES });

/** Mechanisms with `share` of the noise that they claim. */
function audit(share: number) {
  return exactStudy({
    axes: { choice, epsilon },
    exact: ({ choice, epsilon }) => {
      const response = choiceResponse({ epsilon: epsilon / share, choices: 3, denominator: RESPONSE_DENOMINATOR });
      const [first, second] = [response.law(0), response.law(1)];
      return {
        checks: {
          choice: atMost(choiceLoss(choice, epsilon / share), epsilon, ROUNDED),
          response: atMost(discreteEpsilon({ first, second }), epsilon, ROUNDED),
        },
      };
    },
  });
}

export const selectionAuditPart: Part = {
  claim: "grid-selection",
  asks: "Are choices by scores on a grid, and responses with rational probabilities, as private as they claim?",
  study: audit(1),
  controls: {
    "a-tenth-more-than-claimed": {
      says: "the same with a tenth less noise than claimed",
      study: audit(0.9),
    },
  },
};
