/**
 * Randomized response as a release: an answer among `categories` that is uniform noise with probability `noise`; two records are compared.
 *
 * Sources: Warner (1965); Kairouz, Bonawitz, Ramage (ICML 2016) for several categories.
 * Limits: without its record there is no answer, so that it has no Poisson sample.
 */
import { log1p } from "../../../numerics/logarithm.ts";
import { declare, integer, openProbability, type ParametersOf } from "../../../numerics/parameters.ts";
import { randomizedResponsePld } from "../../loss/discrete-pld.ts";
import { randomizedResponseRenyi } from "../renyi-curves.ts";
import type { ReleaseKind } from "./release-kind.ts";

const parameters = declare({ noise: openProbability, categories: integer(2) });

export interface RandomizedResponseRelease extends ParametersOf<typeof parameters> {
  readonly kind: "randomized-response";
}

export const RANDOMIZED_RESPONSE: ReleaseKind<RandomizedResponseRelease> = {
  parameters,
  needsRecord: true,
  loss: ({ noise, categories }) => randomizedResponsePld({ noise, categories }),
  budget: ({ noise, categories }) => ({ epsilon: log1p((1 - noise) / (noise / categories)), delta: 0 }),
  renyi: ({ noise, categories }) => randomizedResponseRenyi({ noise, categories, against: "record" }),
};
