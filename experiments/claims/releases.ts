/** Claims on releases that are to be published: whole numbers on a declared grid from the data to the output. */
import type { Claim } from "./claim.ts";
import { prose } from "./prose.ts";
import { at } from "./source.ts";
import { works } from "./works.ts";

export const releaseClaims: readonly Claim[] = [
  {
    id: "grid-releases",
    area: "releases",
    title: "Sums, means and histograms in whole numbers on a declared grid",
    statement: prose`Records rounded to the multiples of a rational step and clamped to {L, …, U} steps have a sum that
      moves by Δ = U − L under swap and by Δ = max(|L|, |U|) under add-remove; a histogram of the points moves by 2 and 1
      in ℓ₁, and by 2 and 1 in the square of ℓ₂. Discrete Laplace noise of scale Δ₁/ε on each whole number is exactly
      ε-DP, discrete Gaussian noise of variance Δ₂²/(2ρ) exactly ρ-zCDP, both sampled in integers alone. Every output is
      possible for every dataset, so that no output identifies its input, and the mean-square error of the noise is no
      larger than that of continuous noise of the same scale.`,
    tex:
      String.raw`M(x) = s\Bigl(\sum_i \mathrm{clamp}\bigl(\lfloor x_i/s + \tfrac12\rfloor, L, U\bigr) + ` +
      String.raw`\mathrm{DLap}(\Delta/\varepsilon)\Bigr)`,
    source: [works.ghoshRoughgardenSundararajan2009, works.canonneKamathSteinke2020, works.mironov2012],
    errata: [],
    evidence: ["proved", "verified"],
  },
  {
    id: "grid-quantiles",
    area: "releases",
    title: "Quantiles on a grid, one or several, by exact draws",
    statement: prose`For the quantile a/b of n records, L of them below a grid point and U at or below it, the whole
      score max(0, bL − an, an − bU) moves by at most b under swap and max(a, b − a) under add-remove; a point drawn with
      probability proportional to e^(−ε·score/(2Δ)) is ε-DP and ε²/8-zCDP. m quantiles by recursive bisection need ℓ = ⌈log₂(m
      + 1)⌉ levels: with ε/ℓ a choice under add-remove, and ε/(2ℓ) under swap, where a record leaves one part and enters
      another, they are ε-DP and ε²/(8ℓ)-zCDP.`,
    tex: String.raw`\Pr[t] \propto \exp\Bigl(-\frac{\varepsilon}{2\Delta}\max(0,\,bL_t-an,\,an-bU_t)\Bigr)`,
    source: [works.mcSherryTalwar2007, works.kaplanSchnappStemmer2022, works.dongDurfeeRogers2020],
    errata: [],
    evidence: ["proved", "verified"],
    covers: prose`An atom of the data goes to one side of the bisection as a whole; a second quantile that it holds may
      be far off.`,
  },
  {
    id: "grid-selection",
    area: "releases",
    title: "Choices by scores on a grid, and rational responses, by exact draws",
    statement: prose`Scores that neighbours move by at most Δ move by at most m = ⌈Δ/s⌉ steps once they are rounded to multiples of
      s. The exponential mechanism, permute-and-flip and noisy max with discrete noise, ties by a fair draw, run on whole steps
      with m in the place of Δ, are ε-DP; all are sampled in integers alone, and every option is possible on every input.
      Randomized response that tells the truth among k with probability t/d is log(t(k − 1)/(d − t))-DP, exactly.`,
    tex: String.raw`\Pr[i]\propto\exp\Bigl(\frac{\varepsilon\lfloor u_i/s\rceil}{2\lceil\Delta/s\rceil}\Bigr)`,
    source: [works.mcSherryTalwar2007, works.canonneKamathSteinke2020],
    errata: [],
    evidence: ["proved", "verified"],
  },
  {
    id: "vector-discrete-gaussian",
    area: "releases",
    title: "The discrete Gaussian mechanism on whole vectors",
    statement: prose`Whole vectors that neighbours move by at most Δ₂ in ℓ₂, plus independent discrete Gaussian noise of
      variance Δ₂²/(2ρ) in every coordinate, are ρ-zCDP in any dimension: the Renyi divergence of order α of a
      coordinate that moves by k is at most αk²/(2σ²), with equality for whole α, and those of the coordinates add
      up.`,
    tex:
      String.raw`D_\alpha\bigl(\mathcal N_{\mathbb Z}(k,\sigma^2)\,\|\,\mathcal N_{\mathbb Z}(0,\sigma^2)\bigr) ` +
      String.raw`\le \frac{\alpha k^2}{2\sigma^2}`,
    source: [at(works.canonneKamathSteinke2020, "Theorem 14")],
    errata: [],
    evidence: ["proved", "verified"],
  },
];
