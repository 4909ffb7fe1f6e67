/**
 * What the black-box audit finds in the mechanisms of rows F13 in a few draws, as checks by title: the unit tier runs them at one seed,
 * the long tier at more.
 */
import { expect } from "vitest";
import { stream } from "../../../random/stream.ts";
import { type PublishedAudit, publishedAudits } from "../published-audits.ts";

/** The row of a mechanism, by its name in the publication. */
export function row(name: string): PublishedAudit {
  const audit = publishedAudits.find((published) => published.name === name);
  if (audit === undefined) throw new Error(`no row ${name}`);
  return audit;
}

const at = (seed: number, name: string) => stream(seed, "published", name);

type Check = readonly [title: string, check: (seed: number) => void];

export const blackBoxAudits: readonly Check[] = [
  ...["NoisyHist2", "SVT5"].map(
    (name): Check => [
      `finds more in ${name} with 20 000 draws than DP-Sniper's level lets it see`,
      (seed) => {
        const { verdict, lowerBound } = row(name).audit(20_000, at(seed, name));
        expect(verdict).toBe("violated");
        expect(lowerBound).toBeGreaterThan(row(name).found);
      },
    ],
  ),
  ...[
    { name: "RNM4", draws: 100_000 },
    { name: "SVT6", draws: 400_000 },
    { name: "PrefixSum", draws: 30_000 },
    { name: "OneTimeRappor", draws: 40_000 },
  ].map(
    ({ name, draws }): Check => [
      `refutes 0.1 for ${name} with ${draws} draws`,
      (seed) => expect(row(name).audit(draws, at(seed, name)).verdict).toBe("violated"),
    ],
  ),
  [
    "refutes 0.1 for RNM3 with 300 000 draws, the event chosen on 60 000",
    (seed) => {
      const bound = row("RNM3").certify({ training: 60_000, counted: 300_000 }, at(seed, "RNM3"));
      expect(bound).toBeGreaterThan(0.1);
    },
  ],
  [
    "does not refute Laplace noise",
    (seed) => expect(row("Laplace").audit(100_000, at(seed, "Laplace")).verdict).toBe("not-refuted"),
  ],
];
