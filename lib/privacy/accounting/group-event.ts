/**
 * Group privacy through loss distributions: the event in which up to `size` records of one group are added or removed together.
 *
 * Theorem: additive noise whose answer each record moves by at most `sensitivity` is moved by at most size * sensitivity by the
 * group, so that its pair is that of this sensitivity, exactly. On Poisson samples the number of its records in a sample is
 * binomial, and Gaussian noise is dominated by the mixture of moves j * sensitivity with these probabilities against no move
 * (`releases/gaussian.ts`). Any other release has the group privacy of its guarantee (`groupPrivacy`); on a sample, of any kind,
 * that of its amplified (epsilon, delta), or the lesser of those of its Renyi curve and of its rho: the release with its sample is
 * a mechanism like any other, and a group is a chain of neighbours. Of several events each has its own; several Gaussian releases
 * on one sample are one.
 * Source: Choquette-Choo, Ganesh, Steinke, Thakurta (ICLR 2024), on dominance of mixtures by the norms of their moves; those of
 * `group-privacy.ts`. Far tighter than the group bound of an (epsilon, delta) after composing, which multiplies delta by e^((size -
 * 1) epsilon) and more.
 * Limits: a group of records that are all added, or all removed. A loss without a name says nothing of groups, and is refused; give
 * its guarantee instead.
 * @example
 * ```ts
 * import { compose, groupEvent } from "epsilab/accounting";
 * const event = { mechanism: { kind: "gaussian", sigma: 6, sensitivity: 1 }, times: 1 } as const;
 * compose([groupEvent(event, 3)]).epsilonAt(1e-5).upper; // => 1.9930...
 * ```
 * @claim group-privacy
 */
import { refuse, requireInteger } from "../../numerics/requirements.ts";
import { zeroConcentratedToRenyi } from "../conversions/zero-concentrated-conversions.ts";
import { groupPrivacy } from "../guarantees/group-privacy.ts";
import { approximate, type Guarantee, pure, type RenyiGuarantee, zeroConcentrated } from "../guarantees/guarantee.ts";
import { knowledgeOf } from "./event-knowledge.ts";
import { lesserRenyi } from "./log-moments.ts";
import type { PrivacyEvent, Release, Releases } from "./privacy-event.ts";
import { type ReadEvent, readReleases } from "./read-event.ts";
import { kindOf, type NamedRelease } from "./releases/release-kinds.ts";

/** Of a release, an event, or a list of either. */
export function groupEvent(event: Releases, size: number): PrivacyEvent {
  requireInteger({ size }, 1);
  const read = readReleases(event);
  if (size === 1 || read.every(({ silent }) => silent))
    return "mechanism" in event && !("guarantee" in event) ? event : { mechanism: event, times: 1 };
  const groups = read.filter(({ silent }) => !silent).map((each) => groupOf(each, size));
  return groups.length === 1 ? groups[0] : { mechanism: groups, times: 1 };
}

function groupOf(read: ReadEvent, size: number): PrivacyEvent {
  const { times, neighbours } = read;
  const release = groupRelease(read, size);
  return { mechanism: neighbours === undefined ? release : { ...release, neighbours }, times };
}

function groupRelease(read: ReadEvent, size: number): Release {
  const { name, named, samplingRate, batch, guarantee } = read;
  const kind = kindOf(named);
  if (samplingRate < 1) {
    const exact = batch === undefined && named && kind?.poissonGroup?.(named, { size, samplingRate });
    return exact || sampledGroup(read, size);
  }
  const moved = named && kind?.group?.(named, size);
  if (moved !== undefined) return moved as NamedRelease;
  if (guarantee !== undefined && guarantee.kind !== "privacy-loss") return groupPrivacy(guarantee, size);
  const budget = named && kind?.budget?.(named);
  if (budget === undefined)
    return refuse(`the release of ${name}`, "additive noise, or one with a guarantee that groups have", name);
  return groupPrivacy(ofBudget(budget), size);
}

function ofBudget({ epsilon, delta }: { readonly epsilon: number; readonly delta: number }): Guarantee {
  return delta === 0 ? pure(epsilon) : approximate(epsilon, delta);
}

/** By what the release on its sample guarantees. */
function sampledGroup(read: ReadEvent, size: number): Guarantee {
  const { name, stated, renyi, rho } = knowledgeOf(read);
  if (stated !== undefined) return groupPrivacy(ofBudget(stated), size);
  const curves: RenyiGuarantee[] = [];
  if (rho !== undefined) curves.push(zeroConcentratedToRenyi(groupPrivacy(zeroConcentrated(rho.tight), size)));
  if (renyi !== undefined) curves.push(groupPrivacy(renyi, size));
  if (curves.length > 0) return curves.reduce(lesserRenyi);
  const wanted = "Gaussian noise, or one with an epsilon, a rho or a Renyi curve, for groups on samples";
  return refuse(`the release of ${name}`, wanted, name);
}
