/** Claims on privacy accounting: Rényi and concentrated privacy, subsampling, privacy-loss distributions. */
import type { Claim } from "./claim.ts";
import { prose } from "./prose.ts";
import { works } from "./works.ts";

export const accountingClaims: readonly Claim[] = [
  {
    id: "rdp",
    area: "accounting",
    title: "Rényi differential privacy",
    statement: prose`D_α(P‖Q) = (1/(α−1))·ln E_{x~Q}[(P(x)/Q(x))^α] for α > 1; α → 1 is KL. Bounds ε(α) at one α add
      under composition. They give (ε(α) + ln(1/δ)/(α−1), δ)-DP, and better ε(α) + ln((α−1)/α) − (ln δ + ln α)/(α−1);
      take the minimum over α. Gaussian: αΔ²/(2σ²). Poisson-subsampled Gaussian (add-remove, integer α ≥ 2):
      (1/(α−1))·ln Σ_k C(α,k)(1−q)^(α−k) q^k e^((k²−k)/(2σ²)).`,
    tex:
      String.raw`D_\alpha(P\Vert Q)=\frac{1}{\alpha-1}` +
      String.raw`\ln\mathbb{E}_{x\sim Q}\Bigl[\Bigl(\tfrac{P(x)}{Q(x)}\Bigr)^{\alpha}\Bigr],\quad \alpha>1`,
    source: [
      works.mironov2017,
      works.mironovTalwarZhang2019,
      works.wangBalleKasiviswanathan2019,
      works.canonneKamathSteinke2020,
      works.balle2020,
    ],
    lecture: {
      notes: ["S0"],
      where: "S0, 5.7 Private Deep Learning, Renyi DP",
      said: prose`The divergence, with the law of the expectation lost in the text; composition (correct); the
        conversion for all α ≥ 1.`,
    },
    errata: [
      {
        id: "E16",
        kind: "reading",
        where: "S0, 5.7 Private Deep Learning, definition of Renyi DP",
        said: "The expectation of (P/Q)^α is over x drawn from x.",
        right: "Over x drawn from Q.",
        defence: 'An "x ~ x" means nothing and was hardly written: a Q was lost in the text.',
      },
      {
        id: "E16b",
        kind: "condition",
        where: "S0, 5.7 Private Deep Learning, Proposition 4",
        said: "The conversion to (ε, δ)-DP is for all α ≥ 1.",
        right: "For α > 1: it divides by α − 1.",
        defence: "At α = 1 the formula gives infinity, which is a true if empty guarantee.",
      },
    ],
    evidence: ["verified", "literature"],
  },
  {
    id: "zcdp",
    area: "accounting",
    title: "Zero-concentrated differential privacy",
    statement: prose`ρ-zCDP: D_α ≤ ρα for all α > 1. ε-DP implies (ε²/2)-zCDP; Gaussian noise is Δ²/(2σ²)-zCDP; ρ adds
      under composition; ρ-zCDP implies (ρ + 2√(ρ ln(1/δ)), δ)-DP for every δ > 0. Subsampling does not amplify it: for
      the Poisson-subsampled Gaussian sup_α D_α/α = 1/(2σ²) (sensitivity 1) whatever the rate q > 0.`,
    tex: String.raw`\varepsilon = \rho+2\sqrt{\rho\ln(1/\delta)}`,
    source: [works.bunSteinke2016, works.bunDworkRothblumSteinke2018],
    lecture: {
      notes: ["S2"],
      where: 'S2, slides "Improved Analysis with Concentrated DP" and "DP SGD: Improved Privacy Analysis"',
      said: "The same, and that amplification fails for zCDP (correct).",
    },
    errata: [],
    evidence: ["proved", "verified", "literature"],
  },
  {
    id: "subsampling-amplification",
    area: "accounting",
    title: "Privacy amplification by subsampling",
    statement: prose`An (ε, δ)-DP mechanism on a random subsample is (ln(1 + p(e^ε−1)), pδ)-DP: Poisson sampling with
      rate p under add-remove, a fraction p without replacement under swap; both tight. With replacement (B draws from
      n, pure ε, swap) it is B·ln(1 + (e^ε−1)/n) instead.`,
    tex: String.raw`\varepsilon' = \ln\bigl(1+p(e^{\varepsilon}-1)\bigr),\qquad \delta'=p\delta`,
    source: [works.kasiviswanathan2011, works.balleBartheGaboardi2018],
    lecture: {
      notes: ["S2"],
      where: 'S2, slides "DP SGD: Improved Privacy Analysis" and "DP SGD: Privacy Analysis"',
      said: "The formula for a random subset, three ways to sample below it, and pε as its approximation.",
    },
    errata: [
      {
        id: "E31",
        kind: "condition",
        where: 'S2, slides "DP SGD: Improved Privacy Analysis" and "DP SGD: Privacy Analysis"',
        said: "The amplified ε is about pε, and (B/n)ε₀ is used as a guarantee.",
        right: prose`For small ε. ln(1 + p(e^ε−1)) ≥ pε always: 1.70 times it at ε = 1, p = 0.01, and 10.7 times at ε
          = 4; as a guarantee use the formula.`,
        defence: prose`The exact formula stands beside it, and the next lines are orders of magnitude, in which a
          factor of at most e − 1 for ε ≤ 1 disappears.`,
      },
      {
        id: "E32",
        kind: "condition",
        where: 'S2, slide "DP SGD: Improved Privacy Analysis", first version',
        said: "Below the formula three ways to sample are listed, the third with replacement.",
        right: prose`The formula holds for the first two. With replacement a record may be drawn several times:
          B·ln(1 + (e^ε−1)/n), 1.5857 at n = B = 10, ε = 1 (not 1.0); 5.54 at n = B = 20, ε = 2 (not 2.0).`,
        defence: prose`The theorem speaks of a random subset, in which no record is twice, and the second version of
          the slide drops the list.`,
      },
    ],
    evidence: ["verified", "literature"],
  },
  {
    id: "moments-accountant",
    area: "accounting",
    title: "The moments accountant",
    statement: prose`DP-SGD with rate q for T steps is (O(qε√T), δ)-DP (add-remove): neither √ln(1/δ) nor Tq multiplies
      ε or δ; asymptotically, for ε < c₁q²T and σ ≥ c₂q√(T ln(1/δ))/ε. It is Rényi accounting with λ = α − 1: α_M(λ) =
      λD_{λ+1} and δ = min_λ exp(α_M(λ) − λε).`,
    tex: String.raw`\delta = \min_\lambda \exp\bigl(\alpha_M(\lambda)-\lambda\varepsilon\bigr)`,
    source: [works.abadi2016],
    lecture: {
      notes: ["S2"],
      where: 'S2, slide "DP SGD: Privacy Analysis"',
      said: "O((B/n)ε₀√T, Tδ), dated 2017.",
    },
    errata: [
      {
        id: "E33",
        kind: "loose",
        where: 'S2, slide "DP SGD: Privacy Analysis", last lines',
        said: "The moments accountant gives (O((B/n)ε₀√T), Tδ).",
        right: "(O((B/n)ε₀√T), δ): the T before δ is not needed.",
        defence: "A guarantee with δ implies the one with Tδ, so the line is true.",
      },
      {
        id: "E33b",
        kind: "slip",
        where: 'S2, slides "DP SGD: Improved Privacy Analysis"',
        said: "Abadi and others are dated 2017.",
        right: "The article is from CCS 2016.",
        defence: "A year in brackets; the names and the result are right.",
      },
    ],
    evidence: ["literature", "verified"],
  },
  {
    id: "pld",
    area: "accounting",
    title: "Accounting by privacy-loss distributions",
    statement: prose`For the Poisson-subsampled Gaussian (sensitivity 1) the loss at x is L = ln(1 − q +
      q·e^((2x−1)/(2σ²))), x from the mixture (remove) or −L with x from N(0, σ²) (add). The T-fold loss is a
      convolution power, and δ(ε) = Σ_{l>ε} p(l)(1 − e^(ε−l)), the larger of both directions. Rounding losses up
      certifies an upper bound of δ, rounding down a lower one; a mean-preserving split onto a grid is only an
      estimate.`,
    tex: String.raw`\delta(\varepsilon) = \sum_{l>\varepsilon} p(l)\,(1-e^{\varepsilon-l})`,
    source: [works.balleWang2018, works.dongRothSu2022],
    errata: [],
    evidence: ["verified", "proved"],
  },
  {
    id: "stated-upper-bounds",
    area: "accounting",
    title: "Upper bounds that accountants state",
    statement: prose`An accountant that states ε as an upper bound for a composition at δ states at least the least ε at
      which the composition is (ε, δ)-DP. At the settings of the table, of Gaussian noise on Poisson samples at rates from
      1e-5, which were chosen, the bounds of dp-accounting, jax-privacy, Opacus, prv-accountant, autodp and OpenDP are none
      below the lower end of the certified interval, nor are those of the odometer of SmartNoise below optimal composition,
      before and after its repair (smartnoise-sdk#621). At rate 1e-5, noise 0.6, a million steps and δ = 1e-10
      dp-accounting and jax-privacy state 1.07718, and ε is at least 1.07726. Where a record is replaced, dp-accounting
      0.6.0 takes half the sensitivity (google/differential-privacy#378): at noise 1 of the norm of a record and δ = 1e-5 it
      states 4.7285, and ε is 9.9973. The central-limit estimate of Opacus is no upper bound, as Opacus warns.`,
    tex: String.raw`\varepsilon_{\text{stated}} \ge \min\{\varepsilon : \delta(\varepsilon)\le\delta\}`,
    source: [works.gopiLeeWutschitz2021],
    errata: [],
    evidence: ["verified"],
    covers: "The points of the table, at the versions that it names; no other rates, noises, steps or deltas.",
  },
];
