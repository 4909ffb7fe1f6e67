/**
 * Amplification of truncated concentrated privacy: a batch drawn without replacement. Relation: `swap`.
 *
 * Theorem: with s = batchSize / size, rho and s at most 0.1, ln(1/s) >= 3 rho (2 + log2(1/rho)) and omega >= ln(1/s) / (2 rho) >= 3, a
 * (rho, omega)-truncated mechanism on the batch is (13 s^2 rho, ln(1/s) / (4 rho))-truncated. Zero-concentrated privacy has no such
 * theorem: its rho is needed in full at large orders, which is why they are cut.
 * Source: Bun, Dwork, Rothblum, Steinke, "Composable and versatile privacy via truncated CDP" (STOC 2018), the theorem on
 * amplification by subsampling.
 * Checked: the test and the experiment `accounting` compute the divergences of Gaussian noise and of randomized response on samples
 * within these conditions: none exceeds the stated one, and of the 13 Gaussian noise needs 1.17 at most, at 100 random points. The
 * constant is the theorem's own.
 * Limits: outside the conditions the call is refused; `withoutReplacementRenyi` of `truncatedConcentratedToRenyi` needs none of
 * them, and is sharper at low orders (4 s^2 rho).
 * @example
 * ```ts
 * import { amplifyTruncatedConcentrated } from "epsilab/accounting";
 * import { truncatedConcentrated } from "epsilab/privacy";
 * const guarantee = truncatedConcentrated(0.01, 1000);
 * amplifyTruncatedConcentrated({ guarantee, batchSize: 10, size: 1000, neighbours: "swap" }).omega; // => 115.1...
 * ```
 * @claim zcdp
 */
import { log } from "../../numerics/logarithm.ts";
import { declare, type ParametersOf } from "../../numerics/parameters.ts";
import { refuse } from "../../numerics/requirements.ts";
import { anyGuarantee, type TruncatedConcentratedGuarantee, truncatedConcentrated } from "../guarantees/guarantee.ts";
import { onlyNeighbours } from "../guarantees/neighbours.ts";
import { BATCH } from "../loss/without-replacement-pld.ts";

export const truncatedConcentratedSample = declare({
  /** Of the mechanism on a dataset of `batchSize` records. */
  guarantee: anyGuarantee("truncated-concentrated"),
  ...BATCH,
  neighbours: onlyNeighbours("swap", "for sampling without replacement"),
});

export interface TruncatedConcentratedSample extends ParametersOf<typeof truncatedConcentratedSample> {}

export function amplifyTruncatedConcentrated(sample: TruncatedConcentratedSample): TruncatedConcentratedGuarantee {
  const { guarantee, batchSize, size } = truncatedConcentratedSample.read(sample);
  const { rho, omega } = guarantee;
  const rate = batchSize / size;
  if (!(rho > 0 && rho <= 0.1)) refuse("rho", "above 0 and at most 0.1", rho);
  if (!(rate <= 0.1)) refuse("batchSize", `at most a tenth of the records, ${size}`, batchSize);
  const reach = -log(rate);
  if (!(reach >= 3 * rho * (2 - log(rho) / Math.LN2)))
    refuse(
      "batchSize",
      `such that ln(size / batchSize) is at least 3 rho (2 + log2(1 / rho)) with rho ${rho}`,
      batchSize,
    );
  if (!(reach >= 6 * rho))
    refuse("batchSize", `such that ln(size / batchSize) is at least 6 rho, ${6 * rho}`, batchSize);
  if (!(omega >= reach / (2 * rho)))
    refuse("omega", `at least ln(size / batchSize) / (2 rho), ${reach / (2 * rho)}`, omega);
  return truncatedConcentrated(13 * rate * rate * rho, reach / (4 * rho));
}
