/**
 * What is paid for: a guarantee, a mechanism, an event, or a list of any of these, as guarantees of the kinds that a budget adds
 * up, and how often each.
 *
 * A guarantee is charged as it stands, and so is that of a mechanism. Where it is of another kind, or the release is on a sample,
 * the charge is what accountants know of it in the terms of the budget (`event-knowledge.ts`), computed in float64 and raised by
 * 2e-14, more than its error. Costs of such guarantees are in `release-cost.ts`.
 */
import { requireKnownNames } from "../../numerics/parameters.ts";
import { refuse } from "../../numerics/requirements.ts";
import { approximate, type Guarantee, pure, type RenyiGuarantee, zeroConcentrated } from "../guarantees/guarantee.ts";
import { type EventKnowledge, knowledgeOf } from "./event-knowledge.ts";
import type { PrivacyEvent, Release } from "./privacy-event.ts";
import { readReleases } from "./read-event.ts";
import type { BoundedRelease, ConcentratedRelease } from "./release-cost.ts";
import { kindOf } from "./releases/release-kinds.ts";

/** What a budget of these guarantees takes: one of them, or a mechanism, an event, a release by its kind, or a list of these. */
export type Payable<Charged extends Guarantee> =
  | Charged
  | Exclude<Release, Guarantee>
  | PrivacyEvent
  | readonly Payable<Charged>[];

export interface Charge<Charged extends Guarantee> {
  readonly guarantee: Charged;
  readonly times: number;
}

/** The kinds of guarantees that a budget adds up, and how it takes what has none of these. */
export interface Terms<Charged extends Guarantee> {
  readonly kinds: readonly Guarantee["kind"][];
  known(knowledge: EventKnowledge): Charged | undefined;
  readonly wanted: string;
}

const raised = (value: number) => value * (1 + 2e-14);

export const BOUNDED: Terms<BoundedRelease> = {
  kinds: ["pure", "approximate"],
  known: ({ stated }) => {
    if (stated === undefined) return undefined;
    const epsilon = raised(stated.epsilon);
    return stated.delta === 0 ? pure(epsilon) : approximate(epsilon, Math.min(1, raised(stated.delta)));
  },
  wanted: "one with an epsilon, or an epsilon and a delta",
};

export const CONCENTRATED: Terms<ConcentratedRelease> = {
  kinds: ["pure", "zero-concentrated", "gaussian"],
  known: ({ rho }) => rho && zeroConcentrated(raised(rho.tight)),
  wanted: "one with an epsilon without a delta, a rho or a mu",
};

/** An (epsilon, delta) or a rho, whichever is known. */
export const BOUNDED_OR_CONCENTRATED: Terms<BoundedRelease | ConcentratedRelease> = {
  kinds: [...BOUNDED.kinds, ...CONCENTRATED.kinds],
  known: (knowledge) => BOUNDED.known(knowledge) ?? CONCENTRATED.known(knowledge),
  wanted: "one with an epsilon, an epsilon and a delta, a rho or a mu",
};

export const DIVERGENCES: Terms<ConcentratedRelease | RenyiGuarantee> = {
  kinds: [...CONCENTRATED.kinds, "renyi"],
  known: ({ renyi }) => renyi && { kind: "renyi", epsilonAt: (order) => raised(renyi.epsilonAt(order)) },
  wanted: "one with a Renyi curve",
};

export function chargesOf<Charged extends Guarantee>(
  release: Payable<Charged>,
  { kinds, known, wanted }: Terms<Charged>,
): readonly Charge<Charged>[] {
  if (isGuarantee<Charged>(release)) {
    requireItsNames(release);
    return [{ guarantee: release, times: 1 }];
  }
  return readReleases(release)
    .filter(({ silent }) => !silent)
    .map((event) => {
      const { name, guarantee, samplingRate, times } = event;
      if (guarantee !== undefined && samplingRate === 1 && kinds.includes(guarantee.kind))
        return { guarantee: guarantee as Charged, times };
      return { guarantee: known(knowledgeOf(event)) ?? refuse(`the release of ${name}`, wanted, name), times };
    });
}

/** One that stands by itself; an unknown kind is refused when it is added up. */
function isGuarantee<Charged extends Guarantee>(release: Payable<Charged>): release is Charged {
  if (typeof release !== "object" || release === null || !("kind" in release)) return false;
  const kind = kindOf(release);
  return kind === undefined || kind.guarantee?.(release) !== undefined;
}

/** Refuses a name that nothing would charge for, such as the delta of a pure guarantee. */
function requireItsNames(release: Guarantee & { readonly neighbours?: unknown }): void {
  const { kind, neighbours: _, ...parameters } = release;
  const names = Object.keys(kindOf(release)?.parameters.declared ?? parameters);
  requireKnownNames(parameters, names, `parameters of ${kind}`);
}
