/** Exhibits of the gallery: synthetic data that costs more than it says (claims mwem and synth-histogram). */
import { domain, flagColumn } from "../../data/domain.ts";
import { tableFrom } from "../../data/table.ts";
import type { MwemParameters } from "../../synthetic/mwem.ts";
import { noisyHistogram } from "../../synthetic/noisy-histogram.ts";
import { audit } from "../mechanism-audit.ts";
import { type Exhibit, lossExhibit, pureClaim } from "./exhibit.ts";
import { doubledRounds, worstTranscript } from "./synthetic.ts";

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

export const SYNTHETIC_EXHIBITS: readonly Exhibit[] = [
  lossExhibit({
    name: "mwem-twice-the-rounds",
    claim: "MWEM may run 2 T rounds on the budgets of T",
    source: "claim mwem; Hardt, Ligett, McSherry (NeurIPS 2012)",
    caughtBy: "density",
    claimed: pureClaim(1),
    broken: () => worstTranscript(doubledRounds(rounds), swapped).loss,
    corrected: () => worstTranscript(rounds, swapped).loss,
  }),
  lossExhibit({
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
