/**
 * The sections of the battery, in the order in which their digests are merged.
 */
import { functionSections } from "./function-sections.ts";
import { samplerSections } from "./sampler-sections.ts";
import type { Section } from "./section.ts";

export const sections: readonly Section[] = [...functionSections, ...samplerSections];
