/**
 * How the functions of lib/false-discovery are called, for the fuzz test: the private half in `private-discovery.ts`, the
 * others here.
 */
import fc from "fast-check";
import { addisParameters } from "../../lib/false-discovery/addis.ts";
import { alphaInvestingParameters } from "../../lib/false-discovery/alpha-investing.ts";
import { powerSequenceParameters, sequenceHorizon } from "../../lib/false-discovery/gamma-sequence.ts";
import { generalisedAlphaInvestingParameters } from "../../lib/false-discovery/generalised-alpha-investing.ts";
import { logarithmicSequence } from "../../lib/false-discovery/index.ts";
import { londParameters } from "../../lib/false-discovery/lond.ts";
import { lordParameters } from "../../lib/false-discovery/lord.ts";
import { saffronParameters } from "../../lib/false-discovery/saffron.ts";
import type { AnyDeclaration } from "../../lib/numerics/parameters.ts";
import { anyNumber, listOf, oneOf, openProbability, probability, record } from "./arguments.ts";
import { declares, type Own } from "./declared.ts";
import { type Entry, takes } from "./fuzz.ts";
import { PRIVATE_DISCOVERY } from "./private-discovery.ts";

const UNIT = { range: [0, 1] } as const;
const batch = takes([listOf(probability, 0), openProbability]);

interface Session {
  readonly level: number;
  next(p: number): unknown;
  save(): never;
}
interface Rule {
  start(): Session;
  resume(saved: never): Session;
  decide(pValues: readonly number[]): unknown;
}
/** A batch, and a session that is saved and resumed in the middle. */
const follow = (rule: Rule) => {
  const session = rule.start();
  const first = session.next(0.5);
  const resumed = rule.resume(session.save());
  return [first, session.save(), resumed.level, resumed.next(0), rule.decide([0, 1e-9, 0.3, 1, 5e-324])];
};
const gamma = oneOf(logarithmicSequence(), logarithmicSequence({ horizon: 100 }));
/** Whose wealth, which has a bound of its own, is the stand-in. */
const rule = (declaration: AnyDeclaration, more: Own = {}) =>
  declares(declaration, { own: { gamma, wealth: fc.constant(undefined), ...more }, follow, fixed: /gamma/ });
const sequence = {
  follow: (made: { at(j: number): number }) => [made.at(1), made.at(2)],
  infinite: true,
};
const horizon = fc.integer({ min: 2, max: 500 });

export const FALSE_DISCOVERY: Readonly<Record<string, Entry>> = {
  ...PRIVATE_DISCOVERY,
  addis: rule(addisParameters),
  alphaInvesting: rule(alphaInvestingParameters, { reward: fc.constant(undefined) }),
  benjaminiHochberg: batch,
  benjaminiYekutieli: batch,
  binomialPValue: takes([record({ successes: oneOf(0, 1, 5), trials: oneOf(5, 1000), probability })], UNIT),
  bonferroni: batch,
  generalisedAlphaInvesting: rule(generalisedAlphaInvestingParameters),
  givenSequence: takes([oneOf([0.5, 0.25], [1, 0])], { ...sequence, mixed: /^0$/ }),
  holm: batch,
  logarithmicSequence: declares(sequenceHorizon, { own: { horizon }, ...sequence, fixed: /horizon/ }),
  lond: rule(londParameters),
  lord: rule(lordParameters),
  powerSequence: declares(powerSequenceParameters, {
    own: { horizon },
    ...sequence,
    fixed: /horizon/,
  }),
  saffron: rule(saffronParameters),
  superUniformity: takes(
    [
      fc.constantFrom(
        { values: [0.25, 0.75, 1], probabilities: [0.25, 0.5, 0.25] },
        { values: [0, 1], probabilities: [1, 0] },
      ),
    ],
    { isDeclared: true },
  ),
  zPValue: takes([anyNumber], UNIT),
};
