/** Broken: graphical models of marginals that cost more than they say (claim `aim`). */
import { domain, flagColumn } from "../../data/domain.ts";
import { tableFrom } from "../../data/table.ts";
import { approximate, zeroConcentrated } from "../../privacy/guarantees/guarantee.ts";
import { gaussianDelta } from "../../privacy/loss/gaussian-profile.ts";
import { aim } from "../../synthetic/aim.ts";
import { type PrivatePgmParameters, privatePgm } from "../../synthetic/private-pgm.ts";
import { selectionEpsilon } from "../../synthetic/rho-budget.ts";
import { discreteEpsilon } from "../discrete-audit.ts";
import { audit } from "../mechanism-audit.ts";
import { brokenVariant, type Exhibit, pureClaim } from "./broken-variant.ts";

const flags = domain({ columns: { a: flagColumn(), b: flagColumn() }, person: "row" });
const tableOf = (...rows: readonly string[]) =>
  tableFrom(
    rows.map(([a, b]) => ({ a: a === "1", b: b === "1" })),
    flags,
  );
const swapped = [tableOf("00", "00", "01"), tableOf("11", "00", "01")] as const;
const marginals = [["a"], ["b"], ["a", "b"]] as const;
const rho = 0.5;
const shared = { domain: flags, marginals, guarantee: zeroConcentrated(rho) };
/** (1, delta) of Gaussian noise at mu = 1, which is what noise of rho = 1/2 on all marginals together has. */
const delta = gaussianDelta({ epsilon: 1, mu: Math.sqrt(2 * rho) });
const measured = (parameters: PrivatePgmParameters<typeof flags.columns>) =>
  audit({ ...privatePgm(parameters).measured, guarantee: approximate(1, delta) }, { pair: swapped });

const adaptive = aim({
  domain: flags,
  workload: [["a", "b"]],
  guarantee: zeroConcentrated(20),
  rounds: 2,
  neighbours: "swap",
  size: 3,
});
const choice = adaptive.firstChoice(swapped[0]);
const choiceLoss = () => discreteEpsilon({ first: choice.law(swapped[0]), second: choice.law(swapped[1]) });
const choiceRho = choice.guarantee.kind === "zero-concentrated" ? choice.guarantee.rho : 0;

export const GRAPHICAL_VARIANTS: readonly Exhibit[] = [
  brokenVariant({
    name: "marginals-add-remove-noise-under-swap",
    claim: "a swap changes a marginal by 1, as a record that comes or goes does",
    source: "McKenna, Sheldon, Miklau (ICML 2019), whose relation is add-remove",
    caughtBy: "density",
    broken: () => () => measured({ ...shared, neighbours: "add-remove" }),
    corrected: () => () => measured({ ...shared, neighbours: "swap", size: 3 }),
  }),
  brokenVariant({
    name: "aim-choice-not-charged",
    claim: "the choice of a marginal costs nothing, for only the measurement is released",
    source: "McKenna, Mullins, Sheldon, Miklau (PVLDB 2022), algorithm 1, which charges epsilon^2 / 8",
    caughtBy: "law",
    claimed: pureClaim(0),
    correctedClaim: pureClaim(selectionEpsilon(choiceRho)),
    broken: choiceLoss,
    corrected: choiceLoss,
  }),
];
