/**
 * The attacks of `membership-tradeoff` alone, as an experiment that `epsilab run` takes by its path: what the benchmark runs beside NumPy.
 */
import { defineExperiment } from "../experiments/engine/definition/experiment.ts";
import { attackPart } from "../experiments/membership/attack-part.ts";

export default defineExperiment({
  id: "membership-attacks",
  version: 1,
  title: "Membership inference: the attacks alone",
  area: "membership",
  parts: { attack: { ...attackPart, controls: {} } },
  figures: {},
});
