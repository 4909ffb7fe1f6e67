/**
 * Documented guarantees: do counts of an event under two neighbouring inputs refute what a library documents?
 *
 * `counts.json` says how often the event of each release happened; `bench/libraries` drew it, by the line protocol of docs/programs.md.
 * From Clopper-Pearson limits follow a certified epsilon at the documented delta, or a certified mu where that of Gaussian noise is
 * documented, or, of zero-concentrated privacy, a certified Renyi divergence at order 2, which must be at most 2 rho. Each is wrong
 * with probability at most 1e-6. Draws can refute a guarantee and never show it.
 * Controls: the releases that a public thread names as wrong, each at its documented guarantee. The same releases at versions in
 * which they are repaired are judged with the rest.
 */

import { limitsOf, muBetween, renyiBetween } from "../../lib/auditing/certified-divergence.ts";
import { certifiedLogRatio } from "../../lib/auditing/certified-epsilon.ts";
import { axis, type Check, exactStudy, type PartDraft, refutableAtMost, z } from "../kit.ts";
import counts from "./counts.json" with { type: "json" };
import { type VersionedRelease, versionedReleases } from "./releases.ts";

const ERROR_RATE = 1e-6;
const ORDER = 2;

interface CountedRelease extends VersionedRelease {
  readonly name: string;
  readonly counted: { readonly over: number; readonly under: number };
}

const counted: readonly CountedRelease[] = versionedReleases.map((release) => {
  const { library, version, mechanism } = release;
  const found = counts.find(
    (each) => each.library === library && each.version === version && each.mechanism === mechanism,
  );
  if (found === undefined) throw new RangeError(`counts must have ${mechanism} of ${library} ${version}, got none`);
  return {
    ...release,
    name: `${library} ${version} ${mechanism}`,
    counted: { over: found.over, under: found.under },
  };
});

function releaseNamed(name: string): CountedRelease {
  const release = counted.find((each) => each.name === name);
  if (release === undefined) throw new RangeError(`release must be one that was counted, got "${name}"`);
  return release;
}

function judged({ guarantee, draws, counted }: CountedRelease): Record<string, Check> {
  const over = { successes: counted.over, trials: draws };
  const under = { successes: counted.under, trials: draws };
  if (guarantee.kind === "zero-concentrated") {
    const { lower: least, upper: most } = limitsOf({ over, under, errorRate: ERROR_RATE });
    const lower = renyiBetween(least, most, ORDER);
    const estimate = renyiBetween(counted.over / draws, Math.max(counted.under, 0.5) / draws, ORDER);
    return { divergence: refutableAtMost({ estimate, lower }, ORDER * guarantee.rho) };
  }
  if (guarantee.kind === "gaussian") {
    const { lower: least, upper: most } = limitsOf({ over, under, errorRate: ERROR_RATE });
    const lower = muBetween(least, most);
    return { mu: refutableAtMost({ estimate: lower, lower }, guarantee.mu) };
  }
  const delta = guarantee.kind === "approximate" ? guarantee.delta : 0;
  const lower = Math.max(0, certifiedLogRatio({ over, under, delta, errorRate: ERROR_RATE }));
  return { epsilon: refutableAtMost({ estimate: lower, lower }, guarantee.epsilon) };
}

function documentedBy({ guarantee }: VersionedRelease): string {
  if (guarantee.kind === "gaussian") return `mu ${guarantee.mu}`;
  if (guarantee.kind === "zero-concentrated") return `rho ${guarantee.rho}`;
  const delta = guarantee.kind === "approximate" ? `, delta ${guarantee.delta}` : "";
  return `epsilon ${guarantee.epsilon}${delta}`;
}

function studyOf(releases: readonly CountedRelease[]) {
  const names = releases.map(({ name }) => name);
  return exactStudy({
    axes: { release: axis(z.enum(names), { means: "library, version, mechanism", quick: names }) },
    exact: ({ release }) => {
      const found = releaseNamed(release);
      const { draws, event, thread, defect, isRepaired } = found;
      const reported = {
        ...(thread !== undefined && { thread }),
        ...(defect !== undefined && { defect }),
        ...(isRepaired && { repaired: true }),
      };
      return {
        checks: judged(found),
        values: { documented: documentedBy(found), draws, event, ...found.counted, ...reported },
      };
    },
  });
}

export const guaranteesPart: PartDraft = {
  claim: "shipped-guarantees",
  asks: "Do draws from mechanisms of shipped libraries refute the guarantee that their library documents?",
  study: studyOf(counted.filter(({ defect }) => defect === undefined)),
  controls: {
    "reported-defect": {
      says: "releases that a public thread names as wrong, at the guarantee that the library documents for them",
      study: studyOf(counted.filter(({ defect }) => defect !== undefined)),
    },
  },
};
