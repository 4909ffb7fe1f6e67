import { describe } from "vitest";
import { continuousSamplers } from "./reference/continuous-samplers.ts";
import { SAMPLER_DRAWS, samplerContract } from "./reference/sampler-contract.ts";

for (const sampler of continuousSamplers) describe(sampler[0], () => samplerContract(sampler, SAMPLER_DRAWS));
