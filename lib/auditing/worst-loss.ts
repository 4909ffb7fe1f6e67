/**
 * The exact epsilon of a mechanism over all neighbours of a small domain; the law of each dataset is found once.
 */
import type { DiscreteLaw } from "../privacy/loss/law.ts";
import { discreteEpsilon } from "./discrete-audit.ts";
import { type SmallDomain, worstPair } from "./worst-pair.ts";

/** Records are distinguished by their text, as `String` writes it. */
export function worstLoss<Datum, Output>(
  domain: SmallDomain<Datum>,
  law: (records: readonly Datum[]) => DiscreteLaw<Output>,
): number {
  const known = new Map<string, DiscreteLaw<Output>>();
  const lawOf = (records: readonly Datum[]) => {
    const key = records.join();
    const found = known.get(key) ?? law(records);
    known.set(key, found);
    return found;
  };
  return worstPair(domain, (first, second) => discreteEpsilon({ first: lawOf(first), second: lawOf(second) })).loss;
}
