/**
 * Published audits: the mechanisms on which DP-Sniper, StatDP, CheckDP and DP-Finder were measured, and the examples of DP-Auditorium,
 * audited with no more draws than they took, against the exact epsilon and what they published.
 *
 * Every audit knows which number of an output to look at, and may draw both inputs with the same noise; the tools learn the one, search for
 * inputs, pay draws for both, which are not counted here, and draw both inputs independently. Where a tool's lower limit is above
 * the exact epsilon, it is by the error that its confidence of 0.9 allows.
 */
import { defineExperiment } from "../kit.ts";
import { benchmarkFigures } from "./benchmark-figures.ts";
import { auditoriumPart, checkdpPart, dpfinderPart, sniperPart, statdpPart } from "./benchmark-parts.ts";
import { coupledPart } from "./coupled-part.ts";
import { pairedPart } from "./paired-part.ts";

export default defineExperiment({
  id: "published-audits",
  version: 4,
  title: "Published benchmarks of audits: DP-Sniper, StatDP, CheckDP, DP-Finder, DP-Auditorium",
  area: "auditing",
  parts: {
    "paired-bound": pairedPart,
    "coupled-bound": coupledPart,
    "dp-sniper": sniperPart,
    statdp: statdpPart,
    checkdp: checkdpPart,
    "dp-finder": dpfinderPart,
    "dp-auditorium": auditoriumPart,
  },
  figures: benchmarkFigures,
});
