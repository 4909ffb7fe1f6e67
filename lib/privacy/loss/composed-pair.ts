/**
 * Several releases as one pair of laws with finitely many losses: what is needed where the composition is itself sampled, all
 * releases on one sample.
 *
 * `composedPair`: where all losses are listed and their sums are few, the sums themselves, exactly. Otherwise `symmetricPair`, a
 * pair above the composition.
 * Theorem: delta as a function of e^epsilon is convex. Let deltas of a grid of epsilons from 0 on be no less than those of the
 * composition in either order. Then the largest convex function of x = e^epsilon below the chords between them, and below their
 * mirror images delta(-epsilon) = 1 - e^-epsilon + e^-epsilon delta(epsilon), is at least that of the composition everywhere, and
 * it is the profile of a pair: the second law has the change of its slope at x as mass of the ratio x, the first x times that.
 * Beyond the last epsilon its delta is kept, as mass of infinite losses. The pair is the same in both orders, and dominates the
 * composition in both.
 * Source: Doroshenko, Ghazi, Kamath, Kumar, Manurangsi, "Connect the dots: tighter discrete approximations of privacy loss
 * distributions" (PoPETs 2022).
 * Method: certified upper deltas of the accountant, raised by 1e-8 relative; the deltas of the masses that come out are added up
 * again, as positive terms, and must not be below the certified ones, else they are raised by more.
 * Accuracy: 2048 chords between 0 and an epsilon of delta 1e-24; a composition of hundreds of sampled such pairs is within 1e-3 of
 * that of the exact one in epsilon.
 * Limits: the largest epsilon of the grid is 300. Making such a pair takes a second.
 */
import { exp } from "../../numerics/exponential.ts";
import { latticeOf } from "./loss-step.ts";
import { type PldEvent, pldEpsilon, pldUpperDeltas } from "./pld-accountant.ts";
import type { PldPair, PrivacyLoss, PrivacyLossAtom } from "./privacy-loss.ts";
import { listsAll } from "./sampled-pld.ts";
import { largestLoss } from "./single-loss.ts";

const MOST_SUMS = 4096;

/** A pair that is made when its losses are first asked for; `isSymmetric` if both orders will have one. */
export function deferredPair(make: () => PldPair, isSymmetric: boolean): PldPair {
  let made: PldPair | undefined;
  const lossOf = (side: "remove" | "add"): PrivacyLoss => ({
    pieces: (tail) => {
      made ??= make();
      return made[side].pieces(tail);
    },
  });
  const remove = lossOf("remove");
  return { remove, add: isSymmetric ? remove : lossOf("add") };
}

export function composedPair(events: readonly PldEvent[]): PldPair {
  const remove = sumsOf(events, "remove");
  const add = events.every(({ loss }) => loss.add === loss.remove) ? remove : sumsOf(events, "add");
  return remove === undefined || add === undefined ? symmetricPair(events) : { remove, add };
}

/** The sums of losses of one direction; undefined if they are not all listed, or too many. */
function sumsOf(events: readonly PldEvent[], side: "remove" | "add"): PrivacyLoss | undefined {
  if (!events.every(({ loss }) => listsAll(loss))) return undefined;
  const lattice = latticeOf(events.map(({ loss }) => loss[side].lattice));
  let sums: readonly PrivacyLossAtom[] = [{ loss: 0, mass: 1 }];
  let finite = 1;
  for (const { loss, times } of events) {
    const { atoms, infinite } = loss[side].pieces(1e-300);
    for (let k = 0; k < times; k++) {
      if (sums.length * atoms.length > MOST_SUMS) return undefined;
      sums = mergedAtoms(
        sums.flatMap((sum) => atoms.map((atom) => ({ loss: sum.loss + atom.loss, mass: sum.mass * atom.mass }))),
        lattice,
      );
      finite *= 1 - infinite;
    }
  }
  const whole = { atoms: sums, densities: [], infinite: 1 - finite, beneath: 0, beyond: 0 };
  return { pieces: () => whole, ...(lattice !== undefined && { lattice }) };
}

/** One atom for each loss: equal sums, and on a lattice those of one point. */
function mergedAtoms(atoms: readonly PrivacyLossAtom[], lattice: number | undefined): PrivacyLossAtom[] {
  const masses = new Map<number, number>();
  for (const { loss, mass } of atoms) {
    const at = lattice === undefined ? loss : Math.round(loss / lattice) * lattice;
    if (mass > 0) masses.set(at, (masses.get(at) ?? 0) + mass);
  }
  return [...masses].map(([loss, mass]) => ({ loss, mass }));
}

const CHORDS = 2048;
const LEAST_DELTA = 1e-24;
const LARGEST_EPSILON = 300;
/** Where compositions are sharpest, as shares of the grid. */
const ANCHORS = [0, 0.05, 0.15, 0.3, 0.5, 0.75, 0.95];

/** A finite pair that dominates the releases together, the same in both orders. */
export function symmetricPair(events: readonly PldEvent[]): PldPair {
  const bound = Math.max(
    ...(["remove", "add"] as const).map((side) =>
      events.reduce((sum, { loss, times }) => sum + times * largestLoss(loss[side]), 0),
    ),
  );
  const reach = Math.min(bound * (1 + 1e-12), lastEpsilon(events), LARGEST_EPSILON);
  const epsilons = Array.from({ length: CHORDS + 1 }, (_, k) => (reach * k) / CHORDS);
  const deltas = [...pldUpperDeltas(events, { epsilons, anchors: ANCHORS.map((share) => share * reach) })];
  // No loss is beyond the largest.
  if (reach > bound) deltas[CHORDS] = 0;
  for (let k = 1; k <= CHORDS; k++) deltas[k] = Math.min(deltas[k], deltas[k - 1]);
  for (let raise = 1e-8; ; raise *= 10) {
    const atoms = connected(
      epsilons,
      deltas.map((delta) => Math.min(1, delta * (1 + raise))),
    );
    const infinite = Math.min(1, deltas[CHORDS] * (1 + raise));
    if (isAbove(atoms, infinite, { epsilons, deltas })) return pairOf(atoms, infinite);
    if (raise > 1e-3) throw new Error("a pair above the composition was not found; this is a fault of the library");
  }
}

function lastEpsilon(events: readonly PldEvent[]): number {
  for (let delta = LEAST_DELTA; delta < 0.5; delta *= 1e3) {
    const { upper } = pldEpsilon({ events, delta });
    if (upper < Infinity) return upper;
  }
  // Losses that are infinite more often than not.
  return 1;
}

/** A ratio of the laws above 1, as its logarithm, and the mass that the second law has there. */
interface Kink {
  readonly epsilon: number;
  readonly mass: number;
}

/** The kinks of the hull at positive epsilons. */
function connected(epsilons: readonly number[], deltas: readonly number[]): readonly Kink[] {
  const right = epsilons.map((epsilon, k) => ({ epsilon, x: exp(epsilon), y: deltas[k] }));
  const left = right.slice(1).map(({ epsilon, x, y }) => ({ epsilon: -epsilon, x: 1 / x, y: 1 - (1 - y) / x }));
  const hull: (typeof right)[number][] = [];
  const slope = (from: (typeof right)[number], to: (typeof right)[number]) => (to.y - from.y) / (to.x - from.x);
  for (const point of [{ epsilon: -Infinity, x: 0, y: 1 }, ...left.reverse(), ...right]) {
    while (
      hull.length > 1 &&
      slope(hull[hull.length - 2], hull[hull.length - 1]) >= slope(hull[hull.length - 1], point)
    )
      hull.pop();
    hull.push(point);
  }
  return hull.flatMap((point, k) => {
    if (!(point.epsilon > 0)) return [];
    const after = k + 1 < hull.length ? slope(point, hull[k + 1]) : 0;
    return [{ epsilon: point.epsilon, mass: Math.max(0, after - slope(hull[k - 1], point)) }];
  });
}

/** Whether the profile of these masses, added up from positive terms, is nowhere on the grid below the deltas. */
function isAbove(
  kinks: readonly Kink[],
  infinite: number,
  { epsilons, deltas }: { readonly epsilons: readonly number[]; readonly deltas: readonly number[] },
): boolean {
  const ratios = kinks.map(({ epsilon }) => exp(epsilon));
  const total = kinks.reduce((sum, { mass }, j) => sum + mass * (1 + ratios[j]), infinite);
  return (
    total <= 1 + 1e-9 &&
    epsilons.every((epsilon, k) => {
      const x = exp(epsilon);
      let sum = infinite;
      for (let j = kinks.length - 1; j >= 0 && ratios[j] > x; j--) sum += kinks[j].mass * (ratios[j] - x);
      return sum >= deltas[k] * (1 + 1e-10);
    })
  );
}

function pairOf(kinks: readonly Kink[], infinite: number): PldPair {
  const above = kinks.map(({ epsilon, mass }) => ({ loss: epsilon, mass: mass * exp(epsilon) }));
  const below = kinks.map(({ epsilon, mass }) => ({ loss: -epsilon, mass }));
  const rest = 1 - [...above, ...below].reduce((sum, { mass }) => sum + mass, infinite);
  const atoms = [...above, { loss: 0, mass: Math.max(0, rest) }, ...below].filter(({ mass }) => mass > 0);
  const whole = { atoms, densities: [], infinite, beneath: 0, beyond: 0 };
  const loss: PrivacyLoss = { pieces: () => whole };
  return { remove: loss, add: loss };
}
