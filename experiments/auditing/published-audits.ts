/**
 * Published audits: the mechanisms on which DP-Sniper, StatDP, CheckDP and DP-Finder were measured, audited with no more draws than
 * they took, against the exact epsilon and what they published.
 *
 * Every audit knows which number of an output to look at; the tools learn that, search for inputs, and pay draws for both, which are not
 * counted here. Where a tool's lower limit is above the exact epsilon, it is by the error that its confidence of 0.9 allows.
 */
import { defineExperiment } from "../kit.ts";
import { benchmarkFigures } from "./benchmark-figures.ts";
import { checkdpPart, dpfinderPart, sniperPart, statdpPart } from "./benchmark-parts.ts";
import { pairedPart } from "./paired-part.ts";

export default defineExperiment({
  id: "published-audits",
  version: 1,
  title: "Published benchmarks of audits: DP-Sniper, StatDP, CheckDP, DP-Finder",
  area: "auditing",
  parts: {
    "paired-bound": pairedPart,
    "dp-sniper": sniperPart,
    statdp: statdpPart,
    checkdp: checkdpPart,
    "dp-finder": dpfinderPart,
  },
  figures: benchmarkFigures,
});
