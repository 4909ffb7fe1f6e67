/**
 * A random record: one of n records, each as likely, is published as it is.
 *
 * Theorem: it is (0, 1/n)-private under swap, and no epsilon makes delta smaller: with probability 1/n the record that was swapped
 * is out. Hence a delta of about 1/n promises nothing to the person whose record it is, and one must be far below.
 * Source: Dwork, Roth, The Algorithmic Foundations of Differential Privacy (2014), section 2.3, doi:10.1561/0400000042.
 * Limits: for study: nobody should release by it. The number of records is public.
 * @example
 * ```ts
 * import { randomRecord } from "epsilab/mechanisms";
 * randomRecord({ size: 1000 }).guarantee; // => { kind: "approximate", epsilon: 0, delta: 0.001 }
 * ```
 * @claim random-person
 * @also random person, just a few
 */
import { log, log1p } from "../../numerics/logarithm.ts";
import { declare, integer, type ParametersOf } from "../../numerics/parameters.ts";
import { requireFiniteData, requireList } from "../../numerics/requirements.ts";
import { approximate } from "../../privacy/guarantees/guarantee.ts";
import type { ClosedMechanism } from "../../privacy/guarantees/mechanism.ts";
import { discretePld } from "../../privacy/loss/discrete-pld.ts";
import { numberLaw } from "../../privacy/loss/distribution.ts";
import type { NumberLaw } from "../../privacy/loss/law.ts";
import { lawOfMasses } from "../../privacy/loss/tabulated-law.ts";
import { ValueMap } from "../../privacy/loss/value-map.ts";
import { sampleBoundedInteger } from "../../random/bounded-integer.ts";
import type { Random } from "../../random/random.ts";
import { repeatedRelease } from "../noise/repeated-release.ts";

export const randomRecordParameters = declare({
  /** How many records there are. */
  size: integer(2),
});

export interface RandomRecordParameters extends ParametersOf<typeof randomRecordParameters> {}

export function randomRecord(
  parameters: RandomRecordParameters,
): ClosedMechanism<readonly number[], number, Random, NumberLaw> {
  const { size } = randomRecordParameters.read(parameters);
  const requireRecords = (records: readonly number[]) => {
    requireList("records", records, size);
    for (let i = 0; i < size; i++) requireFiniteData({ [`records[${i}]`]: records[i] });
  };
  const release = (records: readonly number[], random: Random) => {
    requireRecords(records);
    return records[sampleBoundedInteger(size, random)];
  };
  return {
    name: "random-record",
    neighbours: "swap",
    guarantee: approximate(0, 1 / size),
    release,
    releaseMany: repeatedRelease(release),
    law: (records) => {
      requireRecords(records);
      const counts = new ValueMap<number, number>();
      for (const record of records) counts.set(record, (counts.get(record) ?? 0) + 1);
      return numberLaw(lawOfMasses(counts.entries().map(([record, count]) => [record, count / size] as const)));
    },
    privacyLoss: () => {
      const [other, own] = [log1p(-1 / size), log(1 / size)];
      return { ...discretePld([other, own, -Infinity], [other, -Infinity, own]), attained: true };
    },
    worstPair: () => [new Array<number>(size).fill(0), [1, ...new Array<number>(size - 1).fill(0)]],
  };
}
