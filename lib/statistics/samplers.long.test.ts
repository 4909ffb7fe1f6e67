/** Goodness of fit of the samplers at ten times the draws of the unit tier. */
import { describe } from "vitest";
import { continuousSamplers } from "./reference/continuous-samplers.ts";
import { discreteSamplers, exactSamplers } from "./reference/discrete-samplers.ts";
import { SAMPLER_DRAWS, samplerContract } from "./reference/sampler-contract.ts";

const samplers = [...continuousSamplers, ...discreteSamplers, ...exactSamplers];

for (const sampler of samplers) describe(sampler[0], () => samplerContract(sampler, 10 * SAMPLER_DRAWS));
