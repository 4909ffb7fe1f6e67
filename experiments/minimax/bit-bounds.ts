/**
 * The lower bounds of a cell for means of bits, and the worst risk over shares that contain their least favourable pairs.
 *
 * The estimators treat ones and zeros alike, so shares up to 1/2 are enough; with the pairs among them, the worst risk over the
 * grid must be at least the bound.
 */

import type { BoundedGuarantee } from "../../lib/bounds/indistinguishability.ts";
import { type LeCamParameters, leCam, type TwoPointBound } from "../../lib/bounds/le-cam.ts";
import { type PrivateLeCamForm, privateLeCam } from "../../lib/bounds/private-le-cam.ts";
import { pure } from "../../lib/privacy/guarantees/guarantee.ts";

const model = { kind: "bernoulli" } as const;
const SHARES = [0, 0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5];

export function classicBound(size: number, form: LeCamParameters["form"] = "total-variation"): TwoPointBound {
  return remembered(`classic ${size} ${form}`, () => leCam({ model, size, form, factor: "half" }));
}

export function privateBound(size: number, guarantee: BoundedGuarantee, form: PrivateLeCamForm): TwoPointBound {
  const name = `${size} ${form} ${JSON.stringify(guarantee)}`;
  return remembered(name, () => privateLeCam({ model, size, guarantee, form }));
}

/** Several cells ask for one bound. */
const known = new Map<string, TwoPointBound>();

function remembered(name: string, compute: () => TwoPointBound): TwoPointBound {
  const found = known.get(name) ?? compute();
  known.set(name, found);
  return found;
}

interface BitBounds {
  /** Without privacy, by the triangle inequality. */
  readonly classic: number;
  readonly metric: number;
  readonly coupling: number;
  /** The chain of the lecture notes, the larger of its two bounds. */
  readonly printed: number;
  /** The larger of `classic` and `metric`. */
  readonly sharpest: number;
  readonly shares: readonly number[];
}

export function bitBounds(size: number, epsilon: number): BitBounds {
  const classic = classicBound(size);
  const at = (form: PrivateLeCamForm) => privateBound(size, pure(epsilon), form);
  const metric = at("metric");
  const printed = at("printed");
  return {
    classic: classic.value,
    metric: metric.value,
    coupling: at("coupling").value,
    printed: Math.max(classic.value / 2, printed.value),
    sharpest: Math.max(classic.value, metric.value),
    shares: sharesWith([classic, metric, printed]),
  };
}

/** The grid of shares with the smaller parameter of each pair. */
export function sharesWith(bounds: readonly TwoPointBound[]): readonly number[] {
  return [...SHARES, ...bounds.map(({ pair }) => pair.first)];
}

interface WorstRisk {
  readonly risk: number;
  readonly share: number;
}

export function worstRisk(shares: readonly number[], risk: (share: number) => number): WorstRisk {
  return shares
    .map((share) => ({ share, risk: risk(share) }))
    .reduce((worst, each) => (each.risk > worst.risk ? each : worst));
}
