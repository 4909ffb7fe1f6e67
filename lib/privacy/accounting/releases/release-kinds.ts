/**
 * All kinds of releases, by their kind. A new one is a file beside this and a line here.
 */
import type { ReleaseName } from "../../loss/privacy-loss.ts";
import { APPROXIMATE } from "./approximate.ts";
import { BOUNDED_RANGE } from "./bounded-range.ts";
import { DISCRETE_GAUSSIAN } from "./discrete-gaussian.ts";
import { DISCRETE_LAPLACE } from "./discrete-laplace.ts";
import { GAUSSIAN } from "./gaussian.ts";
import { LAPLACE } from "./laplace.ts";
import { PRIVACY_LOSS } from "./privacy-loss.ts";
import { PURE } from "./pure.ts";
import { RANDOMIZED_RESPONSE } from "./randomized-response.ts";
import type { ReleaseKind } from "./release-kind.ts";
import { RENYI } from "./renyi.ts";
import { STAIRCASE } from "./staircase.ts";
import { TRADE_OFF } from "./trade-off.ts";
import { TRUNCATED_CONCENTRATED } from "./truncated-concentrated.ts";
import { ZERO_CONCENTRATED } from "./zero-concentrated.ts";

export const RELEASE_KINDS = {
  pure: PURE,
  approximate: APPROXIMATE,
  gaussian: GAUSSIAN,
  laplace: LAPLACE,
  "discrete-laplace": DISCRETE_LAPLACE,
  "discrete-gaussian": DISCRETE_GAUSSIAN,
  "randomized-response": RANDOMIZED_RESPONSE,
  "bounded-range": BOUNDED_RANGE,
  staircase: STAIRCASE,
  "zero-concentrated": ZERO_CONCENTRATED,
  "truncated-concentrated": TRUNCATED_CONCENTRATED,
  renyi: RENYI,
  "trade-off": TRADE_OFF,
  "privacy-loss": PRIVACY_LOSS,
};

type ReleaseOf<Kind> = Kind extends ReleaseKind<infer Release> ? Release : never;

/** A release as plain data, by its kind: noise with its parameters, or a guarantee, which stands for any mechanism that has it. */
export type NamedRelease = ReleaseOf<(typeof RELEASE_KINDS)[keyof typeof RELEASE_KINDS]>;

/** The record of a release; undefined if its kind is none of the table. */
export function kindOf(release: ReleaseName | undefined): ReleaseKind<ReleaseName> | undefined {
  const kinds: Readonly<Record<string, ReleaseKind<ReleaseName>>> = RELEASE_KINDS;
  return release !== undefined && Object.hasOwn(kinds, release.kind) ? kinds[release.kind] : undefined;
}
