/**
 * Composition within one kind of guarantee that adds up exactly: pure, zero-concentrated, truncated concentrated, Renyi and Gaussian.
 *
 * Theorems: pure epsilons add (Dwork et al. 2006); rho adds (Bun, Steinke 2016, lemma 1.7), to the least omega if truncated
 * (Bun, Dwork, Rothblum, Steinke 2018); Renyi curves add order by order
 * (Mironov 2017, proposition 1); mu adds by squares (Dong, Roth, Su 2022, corollary 3.3). All hold for adaptively chosen mechanisms.
 * For (epsilon, delta) guarantees see `advanced-composition.ts` and `optimal-composition.ts`. Nothing composed is perfectly private.
 */
import { requireInteger, requireList, requireNonNegative } from "../../numerics/requirements.ts";
import {
  anyGuarantee,
  type GaussianGuarantee,
  type Guarantee,
  gaussianDp,
  type PureGuarantee,
  pure,
  type RenyiGuarantee,
  type TruncatedConcentratedGuarantee,
  truncatedConcentrated,
  type ZeroConcentratedGuarantee,
  zeroConcentrated,
} from "../guarantees/guarantee.ts";

/** @claim basic-composition */
export function composePure(guarantees: readonly PureGuarantee[]): PureGuarantee {
  return pure(of("pure", guarantees).reduce((sum, { epsilon }) => sum + checked({ epsilon }), 0));
}

/** @claim zcdp */
export function composeZeroConcentrated(guarantees: readonly ZeroConcentratedGuarantee[]): ZeroConcentratedGuarantee {
  return zeroConcentrated(of("zero-concentrated", guarantees).reduce((sum, { rho }) => sum + checked({ rho }), 0));
}

/**
 * The rhos add; the least omega counts.
 * @claim zcdp
 */
export function composeTruncatedConcentrated(
  guarantees: readonly TruncatedConcentratedGuarantee[],
): TruncatedConcentratedGuarantee {
  let [rho, omega] = [0, Infinity];
  for (const guarantee of of("truncated-concentrated", guarantees)) {
    const checkedOne = truncatedConcentrated(guarantee.rho, guarantee.omega);
    rho += checkedOne.rho;
    omega = Math.min(omega, checkedOne.omega);
  }
  return truncatedConcentrated(rho, omega);
}

/** @claim fdp */
export function composeGaussian(guarantees: readonly GaussianGuarantee[]): GaussianGuarantee {
  return gaussianDp(Math.sqrt(of("gaussian", guarantees).reduce((sum, { mu }) => sum + checked({ mu }) * mu, 0)));
}

/**
 * @claim rdp
 * @also rdp composition
 */
export function composeRenyi(guarantees: readonly RenyiGuarantee[]): RenyiGuarantee {
  const curves = of("renyi", guarantees);
  return { kind: "renyi", epsilonAt: (order) => curves.reduce((sum, curve) => sum + curve.epsilonAt(order), 0) };
}

/** The curve of one mechanism run this many times. */
export function repeatRenyi(guarantee: RenyiGuarantee, times: number): RenyiGuarantee {
  anyGuarantee("renyi").read(guarantee, "guarantee");
  requireInteger({ times }, 1);
  return { kind: "renyi", epsilonAt: (order) => times * guarantee.epsilonAt(order) };
}

/** A copy; one of another kind says something else by the same names. */
function of<Kind extends Guarantee>(kind: Kind["kind"], guarantees: readonly Kind[]): readonly Kind[] {
  requireList("guarantees", guarantees);
  for (const [i, guarantee] of guarantees.entries()) anyGuarantee(kind).read(guarantee, `guarantees[${i}]`);
  return [...guarantees];
}

function checked(named: Readonly<Record<string, number>>): number {
  requireNonNegative(named);
  return Object.values(named)[0];
}
