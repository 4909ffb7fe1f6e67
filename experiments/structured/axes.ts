/**
 * The axis that linear answers and stable histograms share.
 */
import { axis, z } from "../kit.ts";

export const relation = axis(z.enum(["swap", "add-remove"]), { means: "neighbours", quick: ["swap", "add-remove"] });
