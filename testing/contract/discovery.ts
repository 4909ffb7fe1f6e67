/**
 * Tests of the mechanisms that reject hypotheses: instances for the contract, arguments for the fuzz.
 */
import fc from "fast-check";
import { listsOf } from "../../lib/auditing/worst-pair.ts";
import {
  privateBenjaminiHochberg,
  privateBenjaminiHochbergParameters,
} from "../../lib/false-discovery/private-benjamini-hochberg.ts";
import {
  type PrivateLord,
  type PrivateLordParameters,
  privateLord,
  privateLordParameters,
} from "../../lib/false-discovery/private-lord.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import type { DiscreteLaw } from "../../lib/privacy/loss/law.ts";
import { stream } from "../../lib/random/stream.ts";
import { listOf, oneOf, probability } from "../surface/arguments.ts";
import { type Auditable, contractInstance, type NeighbouringInputs } from "./instance.ts";
import { builds, type MechanismTests } from "./mechanism-tests.ts";

/** The same with a set of indices written as a word, which a test of fit can count. */
function inWords<Parameters>(build: (parameters: Parameters) => Auditable<readonly number[], readonly number[]>) {
  return (parameters: Parameters): Auditable<readonly number[], string> => {
    const mechanism = build(parameters);
    const law = (pValues: readonly number[]): DiscreteLaw<string> => {
      const { support, logMass } = mechanism.law(pValues) as DiscreteLaw<readonly number[]>;
      const masses = new Map(support.map((rejected) => [rejected.join(), logMass(rejected)]));
      return {
        kind: "discrete",
        support: [...masses.keys()],
        neglected: 0,
        logMass: (word) => masses.get(word) ?? -Infinity,
      };
    };
    return { ...mechanism, law, release: (pValues, random) => mechanism.release(pValues, random).join() };
  };
}

const peeling = {
  epsilon: 1,
  delta: 0,
  alpha: 0.2,
  hypotheses: 3,
  mostRejections: 2,
  sensitivity: 0.5,
  floor: 1e-30,
  noiseError: 0.2,
  neighbours: "swap" as const,
};
const rejecting = {
  epsilon: 1,
  alpha: 0.1,
  mostRejections: 1,
  sensitivity: 0.1,
  floor: 1e-30,
  noiseError: 0.01,
  neighbours: "swap" as const,
};
/** The p-value, and what it may be of a neighbour, by how ln max(p, floor) moves. */
const moved = (p: number, move: number) => Math.min(1, Math.max(peeling.floor, p * exp(move)));

/** P-values on levels from the floor to 1, in ascending order as their order is nothing to the procedure, each moved in any way. */
function movedSets(): NeighbouringInputs<readonly number[]> {
  const { floor, hypotheses, sensitivity } = peeling;
  const levels = [floor, 1e-6, 0.05, 1];
  const moves = [...listsOf(3, hypotheses)].map((places) => places.map((place) => (place - 1) * sensitivity));
  return [...listsOf(levels.length, hypotheses, true)].flatMap((places) => {
    const pValues = places.map((place) => levels[place]);
    return moves.map((move) => [pValues, pValues.map((p, i) => moved(p, move[i]))] as const);
  });
}

/**
 * Two tests on levels from the floor to 1, each moved in any way; and, as the worst pair is of many tests, that pair and, for one
 * rejection, whose law is quick, that pair with one test at another level.
 */
function movedTests(mostRejections: number): NeighbouringInputs<readonly number[]> {
  const { floor, sensitivity } = rejecting;
  const levels = [floor, 1e-4, 1];
  const ways = [-sensitivity, 0, sensitivity];
  const few = [...listsOf(levels.length, 2)].flatMap((places) => {
    const pValues = places.map((place) => levels[place]);
    return [...listsOf(3, 2)].map((way) => [pValues, pValues.map((p, i) => moved(p, ways[way[i]]))] as const);
  });
  const worst = privateLord({ ...rejecting, mostRejections }).worstPair();
  const [first, second] = worst;
  const near = [0, first.length - 2, first.length - 1].flatMap((at) =>
    levels.flatMap((p) => ways.map((way) => [first.with(at, p), second.with(at, moved(p, way))] as const)),
  );
  return [...few, worst, ...(mostRejections === 1 ? near : [])];
}

const NOT_P_VALUES: readonly (readonly [string, unknown])[] = [
  ["pValues", [0.5, 0.5]],
  ["pValues[1]", [0.5, Number.NaN, 0.5]],
  ["pValues[2]", [0.5, 0.5, 1.5]],
];

export const DISCOVERY_MECHANISMS: MechanismTests = {
  privateBenjaminiHochberg: {
    fuzz: builds(privateBenjaminiHochbergParameters, listOf(probability, 3, 3), {
      own: { hypotheses: fc.constant(3), mostRejections: oneOf(1, 2) },
      slow: 4,
    }),
    instances: [
      contractInstance<typeof peeling, readonly number[], string>({
        folder: "false-discovery",
        file: "private-benjamini-hochberg",
        build: inWords(privateBenjaminiHochberg),
        good: peeling,
        off: { epsilon: 1.1 },
        input: [1e-3, 0.2, 0.9],
        neighbouring: movedSets,
        declaration: privateBenjaminiHochbergParameters,
        bad: { mostRejections: [4] },
        badInputs: NOT_P_VALUES,
      }),
      contractInstance<typeof peeling, readonly number[], string>({
        folder: "false-discovery",
        file: "private-benjamini-hochberg",
        title: "private-benjamini-hochberg with a delta",
        build: inWords(privateBenjaminiHochberg),
        // So large that the noise is less than that of the pure guarantee.
        good: { ...peeling, delta: 0.2 },
        off: { epsilon: 1.1 },
        input: [1e-3, 0.2, 0.9],
        neighbouring: movedSets,
        badInputs: [],
        tight: false,
      }),
    ],
  },
  privateLord: {
    fuzz: builds(privateLordParameters, listOf(probability, 0, 3), {
      own: { mostRejections: oneOf(1, 2), wealth: fc.constant(undefined), gamma: fc.constant(undefined) },
      slow: 4,
      follow: ({ start, resume }: PrivateLord) => {
        const session = start(stream(1, "fuzz"));
        session.next(0.5);
        return [resume(session.save(), stream(1, "fuzz")).level, session.level, session.left];
      },
    }),
    instances: [1, 2].map((mostRejections) =>
      contractInstance<PrivateLordParameters, readonly number[], string>({
        folder: "false-discovery",
        file: "private-lord",
        title: `private-lord with ${mostRejections} rejections`,
        build: privateLord,
        good: { ...rejecting, mostRejections },
        off: { epsilon: 1.1 },
        input: [2e-4, 0.5, 1e-4],
        neighbouring: () => movedTests(mostRejections),
        declaration: privateLordParameters,
        bad: { wealth: [0.1] },
        badInputs: [
          ["pValues[1]", [0.5, Number.NaN]],
          ["pValues[0]", [-0.1]],
          ["tests", new Array<number>(5000).fill(0.5)],
        ],
      }),
    ),
  },
};
