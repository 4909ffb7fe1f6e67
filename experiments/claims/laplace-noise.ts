/** Claims on sensitivity and on Laplace-shaped noise: continuous, geometric, in floating point, on histograms. */
import type { Claim } from "./claim.ts";
import { prose } from "./prose.ts";
import { at } from "./source.ts";
import { works } from "./works.ts";

export const laplaceNoiseClaims: readonly Claim[] = [
  {
    id: "sensitivity",
    area: "noise",
    title: "Sensitivities of the usual queries",
    statement: prose`Δ_p = max over neighbours of ‖f(x) − f(y)‖_p, and Δ₁ ≤ √d·Δ₂ ≤ d·Δ_∞. Count: 1 (swap and
      add-remove). Histogram of disjoint bins: Δ₁ = 2, Δ₂ = √2, Δ_∞ = 1 under swap; all 1 under add-remove. Sum of x in
      [a, b]: b − a under swap, max(|a|, |b|) under add-remove. Mean over a set of diameter D with n public: D/n under
      swap. Mean of vectors clipped to norm C: 2C/n under swap, C/n under zero-out. Mean of a non-empty data set under
      add-remove: D/2, attained between one and two records.`,
    source: [works.dwork2006],
    lecture: {
      notes: ["S0", "S1", "S2", "S4"],
      where: prose`S0, 5.4.1 Laplace Mechanism; S1, slide "Laplace mechanism"; S2, slide "DP for Vector-Valued
        Functions"; S4, slides "Sensitivity"`,
      said: "The definitions and examples; S0 gives the mean sensitivity D under add-remove.",
    },
    errata: [
      {
        id: "E53",
        kind: "loose",
        where: "S0, 5.4.1 Laplace Mechanism, examples of sensitivity",
        said: "Under add-remove the mean has sensitivity D.",
        right: prose`Noise for D is enough, and D is exact if the empty data set is given a mean. Over non-empty data
          it is |z − mean(D)|/(n+1) ≤ D/(n+1), at most D/2. Release sum and count instead.`,
        defence: prose`Databases of arbitrary size include the empty one, whose mean may be any point of the set; then
          the sensitivity is D exactly.`,
      },
    ],
    evidence: ["proved", "verified"],
    tex: String.raw`\Delta_p = \max_{x\sim y}\lVert f(x)-f(y)\rVert_p`,
  },
  {
    id: "laplace-mechanism",
    area: "noise",
    title: "The Laplace mechanism",
    statement: prose`f(x) plus independent Laplace noise of scale b = Δ₁/ε on each coordinate is (ε, 0)-DP, for Δ₁
      taken with respect to the stated neighbour relation. The scale is the mean absolute value; the standard deviation
      is √2·Δ₁/ε. If only Δ₂ or Δ_∞ is known, use √d·Δ₂/ε or d·Δ_∞/ε.`,
    tex: String.raw`M(x) = f(x) + \mathrm{Lap}(\Delta_1/\varepsilon)^{d}`,
    source: [works.dwork2006],
    lecture: {
      notes: ["S0", "S1", "S4"],
      where: prose`S0, 5.4.1 Laplace Mechanism; S1, slide "Laplace mechanism"; S4, slides "Just add Laplace noise"
        and "Sensitivity and Laplace mechanism"`,
      said: prose`The mechanism; S0 calls Δ/ε the standard deviation; S4 asks what Lap(1) on averages of map cells
        leaks at each zoom level.`,
    },
    errata: [
      {
        id: "E01",
        kind: "refuted",
        where: "S0, 5.4.1 Laplace Mechanism, definition",
        said: "The noise has standard deviation Δ/ε.",
        right: "Δ/ε is the scale; noise of standard deviation Δ/ε is only √2·ε-DP.",
        defence: prose`Only the word is wrong: the notation Lap(0, Δ/ε) and the density in the proof below use Δ/ε as
          the scale, and the theorem is right. The transcript says that its errors may be its own.`,
      },
      {
        id: "E02",
        kind: "refuted",
        where: "S0, 5.4.1 Laplace Mechanism, proof of the privacy theorem",
        said: "The proof bounds the ratio by e^(−ε|f(x)−f(y)|/Δ).",
        right: "The sign is +: at z = f(x) the ratio is e^(+ε|f(x)−f(y)|/Δ).",
        defence: prose`A minus sign carried on from the line before; the last bound of the proof, e^ε, and the theorem
          are right.`,
      },
      {
        id: "E02b",
        kind: "condition",
        where: 'S4, slide "Just add Laplace noise"',
        said: "The ratio of densities equals e^ε.",
        right: "It is e^ε for y ≤ 0, and at most e^ε everywhere.",
        defence: prose`The equality holds at the worst outputs, and the handwriting beside it writes the exponent ε(|y
          − 1| − |y|) and bounds it.`,
      },
    ],
    evidence: ["proved", "verified"],
    covers: prose`The map example, mean incomes with Lap(1) at several zoom levels, is the claim income-map.`,
  },
  {
    id: "laplace-accuracy",
    area: "noise",
    title: "Accuracy of the Laplace mechanism in ℓ-infinity",
    statement: prose`With probability at least 1 − β the ℓ-infinity error of the Laplace mechanism in R^d is at most
      ln(d/β)·Δ₁/ε; the probability is exactly (1 − β/d)^d. The ℓ₁ error divided by b = Δ₁/ε is Gamma(d,
      1)-distributed, so its threshold is a Gamma quantile, at most b(d + √(2d ln(1/β)) + ln(1/β)).`,
    tex: String.raw`\Pr\bigl[\lVert y-f(x)\rVert_\infty \le \ln(d/\beta)\,\Delta_1/\varepsilon\bigr] = (1-\beta/d)^d \ge 1-\beta`,
    source: [at(works.dworkRoth2014, "Theorem 3.8")],
    lecture: {
      notes: ["S0"],
      where: "S0, 5.4.1 Laplace Mechanism, accuracy theorem",
      said: "The same threshold for the ℓ₁ error.",
    },
    errata: [
      {
        id: "E03",
        kind: "refuted",
        where: "S0, 5.4.1 Laplace Mechanism, accuracy theorem",
        said: "The ℓ₁ error is at most ln(d/β)·Δ/ε with probability 1 − β.",
        right: prose`True for ℓ-infinity. For ℓ₁ at β = 0.05 the probability is 0.883 (d = 2), 0.488 (d = 5), 0.044 (d
          = 10).`,
        defence: prose`For one number it is right, and the theorem of the book that it follows has the largest
          coordinate; an index of a norm was changed in the transcript.`,
      },
    ],
    evidence: ["proved", "verified"],
  },
  {
    id: "geometric-mechanism",
    area: "noise",
    title: "The geometric mechanism on integers",
    statement: prose`An integer query of sensitivity Δ plus two-sided geometric noise, P(k) = ((1−a)/(1+a))·a^|k| with
      a = e^(−ε/Δ), is exactly ε-DP; the variance is 2a/(1−a)². It can be sampled exactly with integer arithmetic and
      does not leak through floating point.`,
    tex: String.raw`P(k) = \frac{1-a}{1+a}\,a^{|k|},\qquad a = e^{-\varepsilon/\Delta}`,
    source: [works.ghoshRoughgardenSundararajan2009, works.canonneKamathSteinke2020],
    errata: [],
    evidence: ["proved", "verified"],
    aliases: ["geometric"],
  },
  {
    id: "float-attack",
    area: "noise",
    title: "Floating-point Laplace noise identifies its input",
    statement: prose`Laplace noise drawn by inverting the distribution function in float64 (uniforms on the grid 2⁻⁵³)
      reaches different sets of doubles from different true answers. For b = 1 and answers 0 against 1, 78.7 % of the
      outputs are impossible under the neighbour (b = 10: 81.0 %; answers 1000 against 1001: 0.15 %). So no finite ε
      holds with δ = 0. Geometric and discrete Gaussian noise, or snapping, repair it.`,
    source: [works.mironov2012],
    lecture: {
      notes: ["S1"],
      where: 'S1, slide "Examples" of the Laplace mechanism',
      said: "Finite precision may leak: an output may have positive probability under x and none under x'.",
    },
    errata: [],
    evidence: ["verified"],
    tex: String.raw`\exists\,t:\ \Pr[M(x)=t]>0=\Pr[M(x')=t]`,
    covers: prose`The certified δ is the lower confidence limit of the share of impossible outputs. Percentages belong to the
      formula −b·sgn(v)·ln(1 − 2|v|) with this library’s logarithm: they move by about a point with the rounding
      of its last bit, and the two-branch form gives 80, 81 and 0.19 %.`,
  },
  {
    id: "counting-histogram-noisymax-accuracy",
    area: "noise",
    title: "Accuracy of noisy counts and histograms",
    statement: prose`A noisy count errs by Lap(1/ε), whatever n. In a histogram of m disjoint bins under swap (Lap(2/ε)
      per bin) the error of one bin depends neither on n nor on m, but the largest error exceeds (2/ε)·ln(m/β) with
      probability at most β and grows like ln m, and the ℓ₁ error grows like m. Under add-remove replace 2/ε by 1/ε.`,
    tex: String.raw`\Pr\bigl[\max_j |\text{error}_j| > \tfrac{2}{\varepsilon}\ln(m/\beta)\bigr] \le \beta`,
    source: [works.dwork2006],
    lecture: {
      notes: ["S1"],
      where: 'S1, slide "Examples" of the Laplace mechanism',
      said: prose`The accuracy of counts does not depend on n, that of histograms on neither n nor the number of
        bins; that of noisy max depends on the number of values, but not on n.`,
    },
    errata: [
      {
        id: "E22",
        kind: "condition",
        where: 'S1, slide "Examples" of the Laplace mechanism',
        said: "Histogram accuracy is independent of the number of bins.",
        right: "Per bin, yes; the largest error over m bins grows like ln m and the ℓ₁ error like m.",
        defence: prose`The noise of each bin does not depend on how many bins there are, since a person is in one bin:
          that is the striking point of the slide, and it is true.`,
      },
    ],
    evidence: ["proved", "verified"],
    aliases: ["counting-histogram"],
  },
  {
    id: "nonparametric-density",
    area: "noise",
    title: "Private histogram densities",
    statement: prose`On [0, 1], swap, the density estimate m(c_j + Lap(2/ε))/n with m bins has mean integrated squared
      error exactly bias² + m·Σ p_j(1−p_j)/n + 8m²/(εn)²; for f(x) = 2x the bias² is 1/(3m²). The best m without
      privacy is of order n^(1/3), and privacy is free iff m ≪ ε²n/8, that is ε ≫ n^(−1/3). For K cosine coefficients
      Δ₁ ≤ 2√2·K/n under swap.`,
    tex: String.raw`\mathrm{MISE} = \mathrm{bias}^2 + \frac{m\sum_j p_j(1-p_j)}{n} + \frac{8m^2}{(\varepsilon n)^2}`,
    source: [works.wassermanZhou2010],
    lecture: {
      notes: ["S1"],
      where: 'S1, slide "Examples" of the Laplace mechanism',
      said: prose`Non-parametrics by coefficients in a truncated basis with Laplace noise, in a line with a
        reference.`,
    },
    errata: [],
    evidence: ["proved", "verified"],
  },
];
