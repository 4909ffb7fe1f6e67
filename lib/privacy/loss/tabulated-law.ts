/**
 * Tabulated law: a finite distribution given as a table from outcomes to logarithms of masses, and its image under a channel.
 *
 * Outcomes are compared by value (`value-map.ts`), so that a vector is one outcome however often it is built.
 * Limits: masses must add up to 1 within 1e-9. `logMass` of an outcome that is not in the table is -Infinity.
 */
import { exp } from "../../numerics/exponential.ts";
import { logSumExp } from "../../numerics/log-sum.ts";
import { log } from "../../numerics/logarithm.ts";
import { refuse, requireProbability } from "../../numerics/requirements.ts";
import type { DiscreteLaw } from "./law.ts";
import { ValueMap } from "./value-map.ts";

type MassTable<Output> = ReadonlyMap<Output, number> | readonly (readonly [Output, number])[];

export function tabulatedLaw<Output>(logMasses: MassTable<Output>): DiscreteLaw<Output> {
  const table = new ValueMap<Output, number>();
  for (const [output, logMass] of logMasses) {
    if (!(logMass <= 1e-9)) refuse("logMass", "at most 0", logMass);
    if (table.has(output)) refuse("outcome", "listed once", String(output));
    table.set(output, logMass);
  }
  const total = exp(logSumExp(table.values()));
  if (!(Math.abs(total - 1) <= 1e-9)) refuse("total mass", "1", total);
  const support = table.entries().flatMap(([output, logMass]) => (logMass === -Infinity ? [] : [output]));
  return { kind: "discrete", support, neglected: 0, logMass: (output) => table.get(output) ?? -Infinity };
}

/** The same from masses, for laws without tails: a mass below 1e-16 of its neighbours deserves its own logarithm. */
export function lawOfMasses<Output>(masses: MassTable<Output>): DiscreteLaw<Output> {
  return tabulatedLaw(
    [...masses].map(([output, mass]) => {
      requireProbability({ mass });
      return [output, log(mass)] as const;
    }),
  );
}

/** The law of `channel` applied to a draw of `law`: post-processing, coins included. */
export function imageLaw<Output, Image>(
  law: DiscreteLaw<Output>,
  channel: (output: Output) => DiscreteLaw<Image>,
): DiscreteLaw<Image> {
  const terms = new ValueMap<Image, number[]>();
  let neglected = law.neglected;
  for (const output of law.support) {
    const logMass = law.logMass(output);
    const step = channel(output);
    neglected += exp(logMass) * step.neglected;
    for (const image of step.support) {
      const list = terms.get(image) ?? [];
      list.push(logMass + step.logMass(image));
      terms.set(image, list);
    }
  }
  const table = new ValueMap(terms.entries().map(([image, list]) => [image, logSumExp(list)] as const));
  return {
    kind: "discrete",
    support: table.keys(),
    neglected,
    logMass: (image) => table.get(image) ?? -Infinity,
  };
}
