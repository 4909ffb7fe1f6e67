/** Claims on inverse sensitivity, the lower bounds it meets, and smooth sensitivity beside it. */
import type { Claim } from "./claim.ts";
import { prose } from "./prose.ts";
import { works } from "./works.ts";

export const inverseSensitivityClaims: readonly Claim[] = [
  {
    id: "inverse-sensitivity",
    area: "inverse-sensitivity",
    title: "The inverse-sensitivity mechanism",
    statement: prose`D_f(x,t), the least number of records to change (swap) so that f becomes t, changes by at most 1
      between neighbours. Hence P(t) proportional to e^(−ε·D_f(x,t)/2) is ε-DP. Values t that no data set attains (D_f
      = ∞) have weight 0 for every x.`,
    tex: String.raw`P(t) \propto e^{-\varepsilon D_f(x,t)/2}`,
    source: [works.asiDuchi2020],
    lecture: {
      notes: ["S1"],
      where: 'S1, slides "DB Lower Bound for Discrete Mechanisms" and "Inverse Sensitivity Mechanism"',
      said: "The definition and the mechanism.",
    },
    errata: [],
    evidence: ["proved"],
  },
  {
    id: "ism-discrete",
    area: "inverse-sensitivity",
    title: "When the factor 1/2 of inverse sensitivity can go",
    statement: prose`If f takes two values, the full exponent e^(−ε·D_f) is ε-DP (swap). With |T| ≥ 3 values it is not:
      over distance vectors, each with one 0, the worst loss is ε + ln((1 + (|T|−2)e^(−ε))/(1 + (|T|−2)e^(−2ε))), which tends to 2ε as
      |T| grows.`,
    tex: String.raw`\varepsilon + \ln\frac{1+(|T|-2)e^{-\varepsilon}}{1+(|T|-2)e^{-2\varepsilon}}`,
    source: [works.asiDuchi2020],
    lecture: {
      notes: ["S1"],
      where: 'S1, slide "Inverse Sensitivity Mechanism"',
      said: "The remark that two values need no factor 1/2.",
    },
    errata: [],
    evidence: ["proved", "verified"],
  },
  {
    id: "lb-discrete-unbiased",
    area: "inverse-sensitivity",
    title: "How often an unbiased private answer can be right",
    statement: prose`Let A be ε-DP under swap and unbiased: P(A(x) = t) ≤ P(A(x) = f(x)) for all x in Xⁿ and all t.
      Then P(A(x) = f(x)) ≤ 1/Σ_t e^(−2·D_f(x,t)·ε). For majority this is 1/(1+e^(−(|2s−n|+1)ε)); the argument for
      symmetric rules is tighter by one step.`,
    tex: String.raw`\Pr[A(x)=f(x)] \le \Bigl(\sum_t e^{-2D_f(x,t)\varepsilon}\Bigr)^{-1}`,
    source: [works.asiDuchi2020],
    lecture: {
      notes: ["S1"],
      where: 'S1, slides "DB Lower Bound for Discrete Mechanisms" and "Proof"',
      said: "The bound, with x in X where Xⁿ is meant.",
    },
    errata: [],
    evidence: ["proved", "verified"],
  },
  {
    id: "ism-quarter-optimal",
    area: "inverse-sensitivity",
    title: "Inverse sensitivity beats every unbiased ε/4-DP mechanism",
    statement: prose`At every x the ε-DP inverse-sensitivity mechanism is right at least as often as any unbiased
      ε/4-DP mechanism (swap, finitely many values). With two values and the full exponent, ε/2 replaces ε/4.`,
    tex: String.raw`\Pr[A_\varepsilon(x)=f(x)] = \Bigl(\sum_t e^{-\varepsilon D_f(x,t)/2}\Bigr)^{-1} \ge \Pr[A'_{\varepsilon/4}(x)=f(x)]`,
    source: [works.asiDuchi2020],
    lecture: {
      notes: ["S1"],
      where: 'S1, slide "DB Near-Optimality of the Inverse Sensibility Mechanism"',
      said: "No ε/4-DP algorithm is right more often, by the bound for unbiased ones.",
    },
    errata: [
      {
        id: "E20",
        kind: "condition",
        where: 'S1, slide "DB Near-Optimality of the Inverse Sensibility Mechanism"',
        said: "No ε/4-DP algorithm is right more often than inverse sensitivity.",
        right: "Only among unbiased ones: the constant f(x₀) is 0-DP and always right at x₀.",
        defence: prose`The proof on the same slide recalls the lower bound for every unbiased mechanism: the condition
          is meant, only the headline leaves it out.`,
      },
    ],
    evidence: ["proved"],
    aliases: ["ism-quarter"],
  },
  {
    id: "ism-mean",
    area: "inverse-sensitivity",
    title: "Inverse sensitivity for the mean of bits",
    statement: prose`For s ones among n bits (swap), D_f = n|t − s/n| on t in {0,…,n}/n. With a = e^(−ε/2), P(A ≥ s/n +
      k/n) = Σ_{j=k..n−s} a^j / (Σ_{j=0..n−s} a^j + Σ_{j=1..s} a^j), which for s far from 0 and n is a^k/(1+a), k ≥ 0.
      It resembles Laplace noise of scale 2/(nε) only as nε → ∞, ε → 0. For large n the pure loss is ε/2 at interior s
      and ε/2 + ln(1 + a(1−a)) at the ends; the full exponent is not ε-DP.`,
    tex: String.raw`\Pr[A\ge \bar x + k/n] = \frac{\sum_{j=k}^{n-s} a^j}{\sum_{j=0}^{n-s}a^j+\sum_{j=1}^{s}a^j},\quad a=e^{-\varepsilon/2}`,
    source: [works.asiDuchi2020],
    lecture: {
      notes: ["S1"],
      where: 'S1, slide "Example: estimate the mean"',
      said: prose`P(A ≥ x̄ + k/n) = e^(−εk/2)/2, and so, up to the discretisation, the law of the mean plus Laplace
        noise.`,
    },
    errata: [
      {
        id: "E21",
        kind: "refuted",
        where: 'S1, slide "Example: estimate the mean"',
        said: "P(A ≥ x̄ + k/n) = e^(−εk/2)/2.",
        right: prose`Zero is counted twice and the support is not symmetric about x̄. At n = 1000, s = 500, ε = 0.5:
          0.5622 at k = 0 (not 0.5) and 0.4378 at k = 1 (not 0.3894); at n = 20, s = 2, k = 0: 0.764.`,
        defence: prose`The next line says "up to the discretization", and for large n, small ε and a mean away from 0
          and 1 the law does tend to Laplace noise of scale 2/(nε), which is the point of the slide.`,
      },
    ],
    evidence: ["verified", "proved"],
  },
  {
    id: "lb-continuous-unbiased",
    area: "inverse-sensitivity",
    title: "Variance bounds for unbiased private estimates",
    statement: prose`Let A be unbiased for f and ε-DP under swap; D_f(x,k) is how far f can move by changing k records.
      Then E(A−f)² ≥ sup_k (D_f(x,k)²/4)/(1+e^(2kε)); if D_f(x,k) = k·D_f(x) and ε ≤ 1/2 this is at least
      D_f(x)²/(68ε²) (1/59.49 holds too). Sharper, by Hammersley, Chapman and Robbins: Var A ≥ sup_k D_f(x,k)²/(4
      sinh²(kε/2)), at k = 1 D_f(x)²·e^(−ε)/(1−e^(−ε))². The geometric mechanism has exactly twice this variance. The k
      used must be available: for a mean of bits k ≤ max(s, n−s).`,
    tex: String.raw`\operatorname{Var}A(x) \ge \sup_k \frac{D_f(x,k)^2}{4\sinh^2(k\varepsilon/2)}`,
    source: [works.asiDuchi2020],
    lecture: {
      notes: ["S1"],
      where: 'S1, slides "DB lower bound: continuous mechanisms" and "Proof"',
      said: prose`The first bound and its consequence with the constant 1/68 (true, though not what its printed chain
        yields).`,
    },
    errata: [],
    evidence: ["proved", "verified"],
    covers: "The Hammersley-Chapman-Robbins form is our own derivation.",
  },
  {
    id: "ism-smoothed",
    area: "inverse-sensitivity",
    title: "Smoothed inverse sensitivity and the private median",
    statement: prose`For continuous outputs on a bounded public range, D^ρ(x,t) = inf over |s−t| ≤ ρ of D_f(x,s), and
      the density proportional to e^(−ε·D^ρ/2) is ε-DP (swap). Median, n odd, k = (n+1)/2, sorted data: D_f(x,t) = #{i
      ≥ k: x_i < t} for t > x_k, #{i ≤ k: x_i > t} for t < x_k, 0 at x_k. Points equal to the median must be counted.`,
    tex: String.raw`D^\rho(x,t) = \inf_{|s-t|\le\rho} D_f(x,s),\qquad p(t) \propto e^{-\varepsilon D^\rho(x,t)/2}`,
    source: [works.asiDuchi2020],
    lecture: {
      notes: ["S1"],
      where: 'S1, slides "WIP: Multi-quantile Estimation" and "References"',
      said: "Through the abstracts of two articles: the smoothed mechanism, and the median as an example.",
    },
    errata: [],
    evidence: ["proved", "verified"],
  },
  {
    id: "smooth-sensitivity",
    area: "inverse-sensitivity",
    title: "Smooth sensitivity, and why local sensitivity is not private",
    statement: prose`S_β(x) = max_y LS(y)·e^(−β·d(x,y)). Adding Lap(2S/ε) with β = ε/(2 ln(2/δ)) is (ε, δ)-DP for ε ≤ 4
      and δ ≤ 0.1 (not for every ε: it fails for ε ≳ 10). Pure: noise (2(g+1)/ε)·S·η with density of η proportional to
      1/(1+|z|^g), g > 1, β = ε/(2(g+1)); for g = 2 that is 6S/ε times a Cauchy variable. Noise scaled to the local
      sensitivity LS(x) itself is private for no ε wherever neighbours have local sensitivity 0 and positive.`,
    tex: String.raw`S_\beta(x) = \max_y \mathrm{LS}(y)\,e^{-\beta d(x,y)}`,
    source: [works.nissimRaskhodnikovaSmith2007],
    lecture: {
      notes: ["S1"],
      where: 'S1, slide "References", the introduction of Asi and Duchi',
      said: prose`Quoted from an article: noise for the local sensitivity fails to protect privacy, smooth upper
        bounds to it do protect it but may be conservative.`,
    },
    errata: [],
    evidence: ["literature", "verified"],
    covers: "The median only; of the pure noises g = 2, and not the failure for ε ≳ 10.",
  },
];
