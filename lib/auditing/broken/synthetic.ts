/**
 * Broken synthesisers: MWEM that runs on, and a histogram with the noise of another relation (claims mwem and synth-histogram).
 *
 * The loss of MWEM on two tables is that of its transcript: the sum over rounds of log-ratios of the choice, by its law, and of the
 * densities of the measurement. `worstTranscript` searches transcripts: a measurement loses as much as it can at the answer of the
 * one table, and the choices that lose most are kept, several at a time, from round to round.
 * Limits: what is found is the loss of a transcript that can happen, hence a lower bound of epsilon on the pair, not the largest.
 */
import { type Columns, domain, flagColumn } from "../../data/domain.ts";
import { type Table, tableFrom } from "../../data/table.ts";
import { exponentialMechanism } from "../../mechanisms/choice/exponential-mechanism.ts";
import { laplace } from "../../mechanisms/noise/laplace.ts";
import { requireInteger } from "../../numerics/requirements.ts";
import { codedRecords } from "../../synthetic/attribute-space.ts";
import { countedMarginal } from "../../synthetic/marginal.ts";
import { answersOf, multiplicativeWeights } from "../../synthetic/multiplicative-weights.ts";
import { type MwemParameters, mwem } from "../../synthetic/mwem.ts";
import { noisyHistogram } from "../../synthetic/noisy-histogram.ts";
import { audit } from "../mechanism-audit.ts";
import { brokenVariant, type Exhibit, pureClaim } from "./broken-variant.ts";

interface Round {
  readonly query: number;
  readonly measured: number;
}

interface Transcript {
  readonly rounds: readonly Round[];
  readonly loss: number;
}

/** How many transcripts are kept from round to round. */
const KEPT = 24;

/** A transcript that the first table gives more readily than the second, and by how much: the logarithm of the ratio. */
export function worstTranscript<Declared extends Columns>(
  parameters: MwemParameters<Declared>,
  pair: readonly [Table<Declared>, Table<Declared>],
): Transcript {
  const { rounds, neighbours, size } = parameters;
  const { queries, space, guarantee } = mwem(parameters);
  const each = guarantee.epsilon / (2 * rounds);
  const [first, second] = pair.map((table) =>
    answersOf(queries, countedMarginal(codedRecords(space, table), queries.whole)),
  );
  const choice = exponentialMechanism({
    ...{ epsilon: each, sensitivity: 1, change: "general", options: queries.size, neighbours },
  });
  const { law } = laplace({ epsilon: each, sensitivity: 1, neighbours });
  const continued = ({ rounds: before, loss }: Transcript): readonly Transcript[] => {
    const state = multiplicativeWeights(queries, size);
    for (const { query, measured } of before) state.update(query, measured);
    const answers = answersOf(queries, state.weights);
    const [chosen, other] = [first, second].map((exact) =>
      choice.law(Array.from(answers, (answer, query) => Math.abs(answer - exact[query]))),
    );
    return Array.from(answers, (_, query) => {
      // On the far side of both answers, and as near as may be: the weights are to stay where they are.
      const measured = first[query];
      const lost =
        chosen.logMass(query) -
        other.logMass(query) +
        law(measured).logDensity(measured) -
        law(second[query]).logDensity(measured);
      return { rounds: [...before, { query, measured }], loss: loss + lost };
    });
  };
  let best: readonly Transcript[] = [{ rounds: [], loss: 0 }];
  for (let round = 0; round < rounds; round++)
    best = best
      .flatMap(continued)
      .toSorted((one, other) => other.loss - one.loss)
      .slice(0, KEPT);
  return best[0];
}

/** MWEM that runs twice as many rounds, each with the budget of one of `rounds`: it spends twice epsilon, whatever it says. */
export function doubledRounds<Declared extends Columns>(
  parameters: MwemParameters<Declared> & { readonly epsilon: number },
): MwemParameters<Declared> {
  requireInteger({ rounds: parameters.rounds }, 1);
  return { ...parameters, rounds: 2 * parameters.rounds, epsilon: 2 * parameters.epsilon };
}

const flags = domain({ columns: { a: flagColumn(), b: flagColumn(), c: flagColumn() }, person: "row" });
const tableOf = (...rows: readonly string[]) =>
  tableFrom(
    rows.map(([a, b, c]) => ({ a: a === "1", b: b === "1", c: c === "1" })),
    flags,
  );
/** One record changes one of its attributes; the model, uniform at first, fits the second table better. */
const swapped = [tableOf("011", "000", "011", "000"), tableOf("111", "000", "011", "000")] as const;
const rounds: MwemParameters<typeof flags.columns> = {
  ...{ domain: flags, workload: [["a"], ["b"], ["c"]], rounds: 3, epsilon: 1 },
  ...{ neighbours: "swap", size: 4 },
};

export const SYNTHETIC_VARIANTS: readonly Exhibit[] = [
  brokenVariant({
    name: "mwem-twice-the-rounds",
    claim: "MWEM may run 2 T rounds on the budgets of T",
    source: "claim mwem; Hardt, Ligett, McSherry (NeurIPS 2012)",
    caughtBy: "density",
    claimed: pureClaim(1),
    broken: () => worstTranscript(doubledRounds(rounds), swapped).loss,
    corrected: () => worstTranscript(rounds, swapped).loss,
  }),
  brokenVariant({
    name: "synthetic-histogram-add-remove-scale",
    claim: "noise of scale 1 / epsilon in each cell is enough under swap",
    source: "claim synth-histogram; Dwork, McSherry, Nissim, Smith (TCC 2006)",
    caughtBy: "density",
    claimed: pureClaim(1),
    needs: 2,
    within: 1e-12,
    broken: () =>
      audit(noisyHistogram({ domain: flags, epsilon: 1, neighbours: "add-remove" }).measured, { pair: swapped })
        .lowerBound,
    corrected: () =>
      audit(noisyHistogram({ domain: flags, epsilon: 1, neighbours: "swap", size: 4 }).measured, { pair: swapped })
        .lowerBound,
  }),
];
