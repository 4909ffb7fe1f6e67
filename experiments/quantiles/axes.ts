/**
 * The axis that drawn errors share, of many quantiles and of smoothed medians.
 */
import { axis, z } from "../kit.ts";

export const size = axis(z.int().min(1000).max(4000), { means: "number of records", quick: [1000] });
