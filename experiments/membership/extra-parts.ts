/**
 * The extra panels of the harness as parts.
 */
import { log } from "../../lib/numerics/logarithm.ts";
import { axis, equal, exactStudy, type Part, z } from "../kit.ts";
import { atOne, epsilon } from "./axes.ts";
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
      study: exactStudy({
        axes: { epsilon: atOne },
        exact: (cell) =>
          judgeReconstruction(laplaceReconstruction(1 / cell.epsilon, 10), reconstructionBound(cell.epsilon, 10)),
      }),
    },
    "likeliest-answer": {
      says:
        "the guess of largest posterior called maximum likelihood (erratum E51): " +
        "with a frequent value they differ, and so does their success",
      refutes: ["E51"],
      study: exactStudy({
        axes: { epsilon: atOne },
        exact: (cell) => {
          const { posterior, likelihood } = guessesOfUneven(cell.epsilon, 10);
          return { checks: { success: equal(likelihood, posterior) } };
        },
      }),
    },
  },
};

export const tailPart: Part = {
  claim: "delta-role",
  asks: "Is delta at most the probability that the loss exceeds epsilon, and less for Gaussian noise?",
  study: exactStudy({
    axes: {
      mu: axis(z.number().positive().max(10), { means: "sensitivity over deviation", quick: [0.25, 0.5, 1, 2] }),
      epsilon: axis(z.number().min(0).max(10), { means: "epsilon", quick: [0.25, 0.5, 1, 2, 3] }),
    },
    exact: (cell) => {
      const { exact, tail } = deltaAndTail(cell.mu, cell.epsilon);
      const verdict = exact < tail ? "holds" : "violated";
      return { checks: { tail: { verdict, estimate: exact, theory: tail } } };
    },
  }),
  controls: {
    "delta-is-the-tail": {
      says: "the lecture notes' claim that (epsilon, delta)-privacy and P(loss >= epsilon) <= delta are the same (erratum E49)",
      refutes: ["E49"],
      study: exactStudy({
        axes: {
          mu: axis(z.number().positive(), { means: "sensitivity over deviation", quick: [0.25, 0.5, 1, 2] }),
          epsilon: axis(z.number().min(0), { means: "epsilon", quick: [0.25, 0.5, 1, 2, 3] }),
        },
        exact: (cell) => {
          const { exact, tail } = deltaAndTail(cell.mu, cell.epsilon);
          const same = Math.abs(log(exact / tail)) <= 1e-9;
          return { checks: { same: { verdict: same ? "holds" : "violated", estimate: exact, theory: tail } } };
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
    exact: (cell) => {
      const delta = listDelta(cell.epsilon, 3, cell.harmless);
      const verdict = Math.abs(delta - 0.5) <= 1e-12 ? "holds" : "violated";
      return { checks: { delta: { verdict, estimate: delta, theory: 0.5 } } };
    },
  }),
  controls: {
    "claimed-log-three": {
      says: "the list experiment claimed to be as private as randomized response with two coins, log 3",
      study: exactStudy({
        axes: {},
        exact: () => {
          const delta = listDelta(log(3), 3, 1);
          return {
            checks: { delta: { verdict: delta <= 1e-12 ? "holds" : "violated", estimate: delta, theory: 0 } },
          };
        },
      }),
    },
  },
};
