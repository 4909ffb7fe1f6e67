/** Claims on Gaussian noise: three calibrations, the dimension, the discrete Gaussian. */
import type { Claim } from "./claim.ts";
import { prose } from "./prose.ts";
import { at } from "./source.ts";
import { works } from "./works.ts";

export const gaussianNoiseClaims: readonly Claim[] = [
  {
    id: "gaussian-classic",
    area: "noise",
    title: "The classic calibration of Gaussian noise",
    statement: prose`For ε in (0, 1), Gaussian noise of standard deviation σ = Δ₂√(2 ln(1.25/δ))/ε on each coordinate
      is (ε, δ)-DP. Beyond ε = 1 the theorem says nothing; the exact δ stays below the target until ε ≈ 8.78 (δ =
      1e-6), 8.42 (1e-5), 7.46 (1e-3), 6.77 (1e-2) and exceeds it afterwards.`,
    tex: String.raw`\sigma = \frac{\Delta_2\sqrt{2\ln(1.25/\delta)}}{\varepsilon},\qquad 0<\varepsilon<1`,
    source: [at(works.dworkRoth2014, "Appendix A")],
    lecture: {
      notes: ["S2", "S4"],
      where: 'S2, slide "DP for Vector-Valued Functions"; S4, slide "Gaussian mechanism"',
      said: prose`S2: this variance, without a range for ε. S4: noise of variance 1/ε, and the question what happens
        at the tails; by hand Δ₂/ε.`,
    },
    errata: [
      {
        id: "E50",
        kind: "condition",
        where: 'S4, slide "Gaussian mechanism", and the handwriting before it',
        said: "Release y + N(0, 1/ε); by hand, N(0, Δ₂/ε) does not depend on d.",
        right: prose`A δ belongs to it: variance 1/ε gives δ = 0.127 at ε = 1, and 1e-5 takes a deviation of Δ₂√(2
          ln(1.25/δ))/ε (for ε < 1).`,
        defence: prose`The slide claims no (ε, δ): it sets the noise up and asks what happens at the tails, and the
          handwriting compares how the noise grows with d.`,
      },
      {
        id: "E52",
        kind: "condition",
        where: 'S2, slide "DP for Vector-Valued Functions"',
        said: "The classic calibration is stated without a range for ε.",
        right: "It is proved for ε < 1 and fails for large ε: at (10, 1e-5) the exact δ is 2.27e-5.",
        defence: "A slide has room for the formula only, and a small ε, for which it is proved, is the usual case.",
      },
    ],
    evidence: ["literature", "verified"],
  },
  {
    id: "gaussian-analytic",
    area: "noise",
    title: "The exact calibration of Gaussian noise",
    statement: prose`Gaussian noise of deviation σ on a query of ℓ₂-sensitivity Δ is (ε, δ)-DP iff Φ(Δ/(2σ) − εσ/Δ) −
      e^ε Φ(−Δ/(2σ) − εσ/Δ) ≤ δ, for every ε ≥ 0. The left side decreases in σ, so the smallest σ is a root: for Δ = 1,
      (1, 1e-5) gives 3.7306316348 (classic 4.844805263), (0.5, 1e-5) gives 7.0318266756.`,
    tex:
      String.raw`\Phi\!\left(\tfrac{\Delta}{2\sigma}-\tfrac{\varepsilon\sigma}{\Delta}\right) - e^{\varepsilon}\,` +
      String.raw`\Phi\!\left(-\tfrac{\Delta}{2\sigma}-\tfrac{\varepsilon\sigma}{\Delta}\right) \le \delta`,
    source: [works.balleWang2018],
    errata: [],
    evidence: ["verified", "literature"],
  },
  {
    id: "gaussian-tail-calibration",
    area: "noise",
    title: "Calibrating Gaussian noise by the tail of the loss",
    statement: prose`Requiring P[L > ε] = δ gives σ = Δ(z + √(z² + 2ε))/(2ε) with z = Φ⁻¹(1−δ). This is sufficient for
      (ε, δ)-DP and conservative: at (1, 1e-5) it gives 4.37907, whose exact δ is 4.66e-7.`,
    tex: String.raw`\sigma = \Delta\,\frac{z+\sqrt{z^2+2\varepsilon}}{2\varepsilon},\qquad z=\Phi^{-1}(1-\delta)`,
    source: [works.balleWang2018],
    lecture: {
      notes: ["S4"],
      where: 'S4, handwriting before the slide "Gaussian mechanism"',
      said: "By hand: bound the ratio for |y| ≤ τ and conclude σ² = (1 + 2τ)/ε.",
    },
    errata: [
      {
        id: "E50b",
        kind: "loose",
        where: 'S4, handwriting before the slide "Gaussian mechanism"',
        said: "σ² = (1 + 2τ)/ε.",
        right: prose`σ² = (1 + 2τ)/(2ε) is enough: the factor 2 of the exponent was dropped, to the safe side. τ = σz
          depends on σ itself: the equation is implicit and solved above.`,
        defence: prose`With τ the threshold of the noise itself the larger variance is private, so the conclusion (ε,
          δ)-DP is true.`,
      },
    ],
    evidence: ["proved", "verified"],
    covers: prose`The derivation completes a blackboard sketch; the citation is for the exact condition it is compared
      with.`,
  },
  {
    id: "laplace-vs-gaussian-dimension",
    area: "noise",
    title: "Laplace against Gaussian noise in high dimension",
    statement: prose`For a query in R^d of ℓ₂-sensitivity 1, Laplace noise needs scale √d/ε per coordinate and its ℓ₂
      norm is about √2·d/ε; Gaussian noise needs a σ(ε, δ) that does not depend on d and its norm is about σ√d. They
      cross at d = (σε)²/2.`,
    tex:
      String.raw`\mathbb{E}\lVert\mathrm{Lap}\rVert_2 \approx \sqrt2\,d/\varepsilon,\qquad ` +
      String.raw`\mathbb{E}\lVert\mathrm{N}\rVert_2 \approx \sigma\sqrt d`,
    source: [works.steinkeUllman2016],
    lecture: {
      notes: ["S4"],
      where: 'S4, slide "Sensitivity and Laplace mechanism" and the handwriting after it',
      said: prose`By hand: at ℓ₂-sensitivity Δ₂ Laplace noise needs scale √d·Δ₂/ε in each coordinate, Gaussian noise
        does not depend on d.`,
    },
    errata: [],
    evidence: ["proved", "verified"],
  },
  {
    id: "discrete-gaussian",
    area: "noise",
    title: "The discrete Gaussian mechanism",
    statement: prose`An integer query of sensitivity Δ plus noise of mass proportional to e^(−k²/(2s²)) on the integers
      is Δ²/(2s²)-zCDP, like the continuous Gaussian, and its variance is at most s² (s² = 1: 0.99999979; s² = 0.25:
      0.21501). It can be sampled exactly with integer arithmetic.`,
    tex: String.raw`P(k) \propto e^{-k^2/(2s^2)},\qquad \rho = \Delta^2/(2s^2)`,
    source: [works.canonneKamathSteinke2020],
    errata: [],
    evidence: ["literature", "verified"],
  },
];
