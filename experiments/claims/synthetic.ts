/** Claims on private synthetic data. */
import type { Claim } from "./claim.ts";
import { prose } from "./prose.ts";
import { works } from "./works.ts";

export const syntheticClaims: readonly Claim[] = [
  {
    id: "mwem",
    area: "synthetic",
    title: "Multiplicative weights with the exponential mechanism (MWEM)",
    statement: prose`n public, linear queries to [0, 1], swap or zero-out. T rounds, each choosing a query with weight
      exp((ε/(4T))|q(A)−q(B)|), measuring it with Lap(2T/ε) and updating A(x) by exp(q(x)(m−q(A))/(2n)): ε-DP, and the
      average of A_0..A_{T−1} errs by at most 2n√(ln|X|/T) + 10T·ln|Q|/ε on all queries with probability 1 − 2T/|Q|.
      The bound says something only for large n: for |X| = 256, |Q| = 448, ε = 1 its best value over T is 2.09n, 0.97n,
      0.45n at n = 10³, 10⁴, 10⁵; the last at T = 246, where 1 − 2T/|Q| is no longer positive.`,
    tex: String.raw`\max_q \lvert q(A)-q(B)\rvert \le 2n\sqrt{\frac{\ln|X|}{T}}+\frac{10\,T\ln|Q|}{\varepsilon}`,
    source: [works.hardtLigettMcSherry2012],
    lecture: {
      notes: ["S0"],
      where: "S0, 5.8 Misc., DP Synthetic data generation",
      said: "Synthetic data generation as a challenge with partial solutions.",
    },
    errata: [],
    evidence: ["literature", "verified"],
  },
  {
    id: "synth-histogram",
    area: "synthetic",
    title: "Synthetic data from a noisy histogram",
    statement: prose`Adding Lap(2/ε) to each cell count of the universe (swap; Lap(1/ε) under add-remove), setting
      negative counts to 0 and sampling records from the result is ε-DP by post-processing. A marginal over many cells
      sums their noise: before clipping its deviation over g cells is √(8g)/ε under swap.`,
    tex: String.raw`\mathrm{sd} = \sqrt{8g}/\varepsilon`,
    source: [works.dwork2006, works.hardtLigettMcSherry2012],
    lecture: {
      notes: ["S0"],
      where: "S0, 5.8 Misc., DP Synthetic data generation",
      said: "The search for a data set with the same statistical properties.",
    },
    errata: [],
    evidence: ["proved"],
  },
  {
    id: "max-error",
    area: "synthetic",
    title: "The largest cell error of a noisy histogram grows with the universe",
    statement: prose`With Lap(2/ε) on each of |X| cells (swap) the largest cell error exceeds (2/ε)·ln(|X|/β) with
      probability 1 − (1 − β/|X|)^|X| ≤ β, so it grows like ln|X| whatever n.`,
    tex: String.raw`\Pr\bigl[\max \le \tfrac2\varepsilon\ln(|X|/\beta)\bigr] = (1-\beta/|X|)^{|X|}`,
    source: [works.dwork2006],
    errata: [],
    evidence: ["proved"],
  },
  {
    id: "aim",
    area: "synthetic",
    title: "Graphical models of chosen marginals (AIM, private-PGM)",
    statement: prose`AIM measures the one-way marginals and then, round by round, one more marginal, all with Gaussian
      noise of deviation σ, and fits a model p to what it has measured: that of largest entropy, by inference on a
      junction tree. A round chooses the marginal r by the exponential mechanism with the score w_r(‖M_r(D) − M_r(p)‖₁
      − √(2/π)σn_r): M_r(D) and M_r(p) are the counts of r in the data and in the model, n_r is how many there are, and
      w_r weighs r by the columns that it shares with the marginals asked for. Choice t, with ε_t, costs ε_t²/8, a
      measurement Δ²/(2σ²) with Δ = 1 under add-remove and √2 under swap; the last round takes what is left, so that
      all parts sum to ρ: the whole is ρ-zCDP. Where n is large enough, AIM comes nearer to the 2-way marginals than
      independent marginals and the noisy histogram. With few records it does not: at n = 2000 and (0.5, 10⁻⁹)-DP the
      mean total variation was 0.108, that of 0.5-DP independent marginals 0.086.`,
    tex: String.raw`\sum_t \frac{\varepsilon_t^2}{8} + \frac{\Delta^2}{2\sigma_t^2} = \rho`,
    source: [works.mcKennaMullinsSheldonMiklau2022, works.mcKennaMiklauSheldon2021, works.mcKennaSheldonMiklau2019],
    errata: [],
    evidence: ["proved", "verified"],
    covers:
      "The error at n = 2000 is a finding, and no part judges it. MWEM is drawn beside the others, but not judged.",
  },
];
