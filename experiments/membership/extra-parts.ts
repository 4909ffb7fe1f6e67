/**
 * The extra panels of the harness as parts.
 */
import { log } from "../../lib/numerics/logarithm.ts";
import { atMost, axis, equal, exactStudy, lessThan, type Part, variant, z } from "../kit.ts";
import { brokenAtOne, epsilon } from "./axes.ts";
import {
  deltaAndTail,
  guessesOfUneven,
  judgeReconstruction,
  laplaceReconstruction,
  listDelta,
  reconstructionBound,
  responseReconstruction,
} from "./extra-panels.ts";

export const reconstructionPart: Part = {
  claim: "map-reconstruction",
  asks: "Is a record guessed no more often than e^epsilon / (e^epsilon + values - 1)?",
  study: exactStudy({
    axes: {
      through: axis(z.enum(["response", "laplace-sum"]), {
        means: "mechanism",
        quick: ["response", "laplace-sum"],
      }),
      values: axis(z.int().min(2).max(1000), { means: "values of a record", quick: [2, 10, 100] }),
      epsilon,
    },
    exact: (cell) => {
      const success =
        cell.through === "response"
          ? responseReconstruction(cell.epsilon, cell.values)
          : laplaceReconstruction((cell.values - 1) / cell.epsilon, cell.values);
      return judgeReconstruction(success, reconstructionBound(cell.epsilon, cell.values));
    },
  }),
  controls: {
    "sum-of-sensitivity-one": {
      says: "Laplace noise for sensitivity 1 on a sum in which a record takes ten values",
      study: brokenAtOne((epsilon) =>
        judgeReconstruction(laplaceReconstruction(1 / epsilon, 10), reconstructionBound(epsilon, 10)),
      ),
    },
    "likeliest-answer": {
      says:
        "the guess of largest posterior called maximum likelihood (erratum E51): " +
        "with a frequent value they differ, and so does their success",
      refutes: ["E51"],
      study: brokenAtOne((epsilon) => {
        const { posterior, likelihood } = guessesOfUneven(epsilon, 10);
        return { checks: { success: equal(likelihood, posterior) } };
      }),
    },
  },
};

const tailStudy = exactStudy({
  axes: {
    mu: axis(z.number().positive().max(10), { means: "sensitivity over deviation", quick: [0.25, 0.5, 1, 2] }),
    epsilon: axis(z.number().min(0).max(10), { means: "epsilon", quick: [0.25, 0.5, 1, 2, 3] }),
  },
  exact: (cell) => {
    const { exact, tail } = deltaAndTail(cell.mu, cell.epsilon);
    return { checks: { tail: lessThan(exact, tail) } };
  },
});

export const tailPart: Part = {
  claim: "delta-role",
  asks: "Is delta at most the probability that the loss exceeds epsilon, and less for Gaussian noise?",
  study: tailStudy,
  controls: {
    "delta-is-the-tail": {
      says: "the lecture notes' claim that (epsilon, delta)-privacy and P(loss >= epsilon) <= delta are the same (erratum E49)",
      refutes: ["E49"],
      study: variant(tailStudy, {
        exact: (cell) => {
          const { exact, tail } = deltaAndTail(cell.mu, cell.epsilon);
          return { checks: { same: equal(exact, tail, { share: 1e-9 }) } };
        },
      }),
    },
  },
};

export const listPart: Part = {
  claim: "list-experiment",
  asks: "Is delta one half at every epsilon when only the sensitive bit changes?",
  study: exactStudy({
    axes: {
      harmless: axis(z.int().min(0).max(3), { means: "harmless items that hold, of 3", quick: [0, 1, 2, 3] }),
      epsilon: axis(z.number().min(0).max(20), { means: "epsilon", quick: [0, 1, 4, 10] }),
    },
    exact: (cell) => ({
      checks: { delta: equal(listDelta(cell.epsilon, 3, cell.harmless), 0.5, { absolute: 1e-12 }) },
    }),
  }),
  controls: {
    "claimed-log-three": {
      says: "the list experiment claimed to be as private as randomized response with two coins, log 3",
      study: exactStudy({
        axes: {},
        exact: () => ({ checks: { delta: atMost(listDelta(log(3), 3, 1), 0, { absolute: 1e-12 }) } }),
      }),
    },
  },
};
