/** Claims on releases that make use of the structure of data or questions. */
import type { Claim } from "./claim.ts";
import { prose } from "./prose.ts";
import { works } from "./works.ts";

export const structuredClaims: readonly Claim[] = [
  {
    id: "top-k",
    area: "structured",
    title: "The top k by one-shot Gumbel noise",
    statement: prose`Gumbel noise of scale kΔ'/ε added once to every score, Δ' = 2Δ in general and Δ for scores that move in the same
      direction, makes the ordered list of the k largest ε-DP, and no smaller scale does for every number of options above k. The law is
      that of k exponential mechanisms with ε/k, one after another among the options that are left. Each of them is (ε/k)²/8-zCDP, so for
      (ε, δ)-DP the scale grows like √k.`,
    tex: String.raw`P(i_1,\dots,i_k)=\prod_j \frac{e^{u(i_j)/b}}{\sum_{i\notin\{i_1,\dots,i_{j-1}\}} e^{u(i)/b}}`,
    source: [works.durfeeRogers2019, works.dongDurfeeRogers2020],
    errata: [],
    evidence: ["proved", "verified"],
  },
  {
    id: "stability-histogram",
    area: "structured",
    title: "Counts over an unknown domain under swap",
    statement: prose`Counts of keys with discrete Laplace noise of scale b, released where they reach the threshold T, are (ε, δ)-DP with
      δ = a^(T−1)/(1+a), a = e^(−1/b), for b = 1/ε under add-remove and b = 2/ε under swap. Under swap two counts change, and the delta is
      that of one lone key at the larger scale, once and not twice; it is attained.`,
    tex: String.raw`\delta = \frac{a^{T-1}}{1+a},\quad a = e^{-1/b}`,
    source: [works.korolova2009],
    errata: [],
    evidence: ["proved", "verified"],
    covers: "Lone keys and keys that stay; all neighbours of small data are gone through by the tests of the library.",
  },
  {
    id: "propose-test-release",
    area: "structured",
    title: "Propose-test-release",
    statement: prose`Let d be the number of changed records to data at which a neighbour moves the statistic by more than b. Releasing the
      statistic with discrete Laplace noise of scale 2b/ε if d plus discrete Laplace noise of scale 2/ε reaches T, and nothing otherwise, is
      (ε, δ)-DP with δ = a^T/(1+a), a = e^(−ε/2); δ is needed only between neighbours with d = 0.`,
    tex: String.raw`\delta = \frac{a^{T}}{1+a},\quad a = e^{-\varepsilon/2}`,
    source: [works.dworkLei2009, works.nissimRaskhodnikovaSmith2007],
    errata: [],
    evidence: ["proved", "verified"],
  },
  {
    id: "matrix-mechanism",
    area: "structured",
    title: "The matrix mechanism and its best strategy",
    statement: prose`A workload W answered as WA⁺(Ax + z), z Gaussian with deviation σ for the largest norm of a column
      of A, has the total squared error σ²‖WA⁺‖² (Frobenius). At unit column norms and σ = 1 it is tr(WᵀW X⁻¹), X =
      AᵀA, and for every u > 0 at least (tr M)²/Σu, M the root of diag(u)^(1/2) WᵀW diag(u)^(1/2), with equality at the
      best u; u = 1 gives the bound (Σ of the singular values of W)²/n.`,
    tex: String.raw`\min_{X_{ii}\le 1} \operatorname{tr}(W^\top W X^{-1}) = \max_{u>0} \frac{(\operatorname{tr} M_u)^2}{\sum_i u_i}`,
    source: [works.liHayRastogiMiklauMcGregor2010, works.liMiklau2013],
    errata: [],
    evidence: ["proved", "verified"],
  },
  {
    id: "analyze-gauss",
    area: "structured",
    title: "Private covariance and principal components",
    statement: prose`The sum of xxᵀ over rows of norm at most 1 moves by at most 1 in the Frobenius norm under
      add-remove and √2 under swap, both attained. Gaussian noise for this sensitivity, of deviation σ on the diagonal
      and σ/√2 off it, is (ε, δ)-DP. The first noisy component loses at most σ√(2d) of the largest sum of squares in
      the mean, d columns, whatever the number of rows.`,
    tex: String.raw`\|xx^\top-yy^\top\|_F^2=\|x\|^4+\|y\|^4-2(x^\top y)^2`,
    source: [works.dworkTalwarThakurtaZhang2014],
    errata: [],
    evidence: ["proved", "verified"],
  },
];
