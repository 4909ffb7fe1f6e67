/** Claims on minimax lower bounds: Le Cam and Fano with and without privacy, and when privacy is free. */
import type { Claim } from "./claim.ts";
import { prose } from "./prose.ts";
import { works } from "./works.ts";

export const minimaxClaims: readonly Claim[] = [
  {
    id: "lecam-classic",
    area: "minimax",
    title: "Le Cam's two-point bound",
    statement: prose`For a pseudometric loss d and two parameters at distance d, the larger risk of every estimator
      from n i.i.d. records is at least (d/4)(1 − TV(P₁ⁿ, P₂ⁿ)) ≥ (d/8)e^(−n·KL(P₁,P₂)); the triangle inequality
      improves d/4 to d/2. For an increasing loss w(d) use w(d/2)/2 in place of d/4. Bernoulli at 1/2: the best exact
      bound with d/4 is about 0.08499/√n (n ≥ 100), the KL form gives only 0.0379/√n.`,
    tex:
      String.raw`\max_{i}\mathbb{E}\,d(\psi,\theta_i) \ge \frac{d(\theta_1,\theta_2)}{4}\bigl(1-\mathrm{TV}(P_1^n,P_2^n)\bigr) ` +
      String.raw`\ge \frac{d}{8}e^{-n\,\mathrm{KL}(P_1,P_2)}`,
    source: [works.lalanne2023],
    lecture: {
      notes: ["S1"],
      where: 'S1, slides "Le Cam\'s argument for Minimax Risk"',
      said: "The chain with d/4 and d/8 (correct, in informal notation).",
    },
    errata: [],
    evidence: ["proved", "verified"],
  },
  {
    id: "lecam-private",
    area: "minimax",
    title: "Le Cam's bound for ε-DP estimators",
    statement: prose`For every estimator that is ε-DP under swap the larger risk at two parameters at distance d is at
      least (d/4)·m with m = (1 − (1−e^(−ε))TV)ⁿ ≥ e^(−nε·TV), TV that of one record; for a metric loss at least
      d·E[1/(1+e^(εh))] ≥ d/(1+e^(nε·TV)), h ~ Bin(n, TV). Bernoulli: 0.0920/(nε) = 1/(4e·nε) from e^(−nε·TV) (nε ≥ 1),
      0.278465/(nε) from the metric form (nε ≥ 1.27846).`,
    tex:
      String.raw`\max_i\mathbb{E}\,d(\psi,\theta_i) \ge d\;\mathbb{E}\Bigl[\frac{1}{1+e^{\varepsilon h}}\Bigr],` +
      String.raw`\quad h\sim\mathrm{Bin}(n,\mathrm{TV})`,
    source: [works.acharyaSunZhang2021, works.lalanne2023],
    lecture: {
      notes: ["S1"],
      where: 'S1, slides "Le Cam\'s argument for Minimax DP Risk"',
      said: "(d/4)e^(−nε·TV) and d/(4e), written for all estimators under the title DP risk.",
    },
    errata: [
      {
        id: "E24",
        kind: "condition",
        where: 'S1, slides "Le Cam\'s argument for Minimax DP Risk"',
        said: "The private bound holds for all ψ.",
        right: "It holds for ψ that are ε-DP (swap); the minimum is over those.",
        defence: prose`The title says DP risk, and the proof uses that Q is private: the line was carried over from the
          slide without privacy.`,
      },
    ],
    evidence: ["proved", "verified"],
    covers: prose`The metric form is our own derivation; it never exceeded a linear-programming optimum over ε-DP
      mechanisms in 21 cases.`,
  },
  {
    id: "lecam-approx-dp",
    area: "minimax",
    title: "Le Cam's bound for (ε, δ)-DP estimators",
    statement: prose`For estimators that are (ε, δ)-DP under swap the larger risk is at least (d/4)[m −
      (δ/(e^ε−1))(1−m)], m = (1 − (1−e^(−ε))TV)ⁿ, TV that of one record. A two-point form of the literature: testing
      error at least (1/2)max{1 − TV, 0.9e^(−10εD) − 10Dδ} with D = n·TV and the first TV that of the samples.`,
    tex: String.raw`\frac d4\Bigl[m-\frac{\delta}{e^{\varepsilon}-1}(1-m)\Bigr],\qquad m=(1-(1-e^{-\varepsilon})\mathrm{TV})^n`,
    source: [works.acharyaSunZhang2021],
    errata: [],
    evidence: ["proved", "literature"],
  },
  {
    id: "lecam-zcdp",
    area: "minimax",
    title: "Le Cam's bound for zero-concentrated privacy",
    statement: prose`For estimators that are ρ-zCDP under swap the larger risk is at least (d/4)(1 − n·TV·√(ρ/2))₊ and
      at least (d/8)·exp(−ρ(n²TV² + n·TV(1−TV))), TV that of one record.`,
    tex:
      String.raw`\frac d4\bigl(1-n\,\mathrm{TV}\sqrt{\rho/2}\bigr)_+,\qquad \frac d8 ` +
      String.raw`\exp\bigl(-\rho(n^2\mathrm{TV}^2+n\mathrm{TV}(1-\mathrm{TV}))\bigr)`,
    source: [works.bunSteinke2016, works.lalanne2023],
    lecture: {
      notes: ["S1"],
      where: 'S1, slide "Extensions"',
      said: `Extensions to "ρ-zero differential privacy" announced.`,
    },
    errata: [
      {
        id: "E61",
        kind: "slip",
        where: 'S1, slide "Extensions"',
        said: "ρ-zero differential privacy.",
        right: "ρ-zero-concentrated differential privacy (zCDP).",
        defence: "A word left out of a name, in a list of topics for later work.",
      },
    ],
    evidence: ["proved"],
  },
  {
    id: "lecam-gdp",
    area: "minimax",
    title: "Le Cam's bound for Gaussian differential privacy",
    statement: prose`For estimators that are μ-GDP under swap the larger risk is at least (d/4)·2Φ(−n·TV·μ/2), TV that
      of one record.`,
    tex: String.raw`\frac d4\cdot 2\Phi(-n\,\mathrm{TV}\,\mu/2)`,
    source: [works.dongRothSu2022],
    errata: [],
    evidence: ["proved"],
  },
  {
    id: "fano-private",
    area: "minimax",
    title: "Fano's bound for private tests among N hypotheses",
    statement: prose`If samples of any two of N hypotheses can be coupled with expected Hamming distance at most D,
      every test that is ε-DP under swap has average error at least 0.9 − e^(10εD)/N; without privacy at least 1 −
      (n·KL_max + ln 2)/ln N. Product Bernoulli laws in d dimensions: rate d/(nε) for pure privacy against √(d/n) in
      ℓ₂.`,
    tex:
      String.raw`\bar P_{\mathrm{err}} \ge \max\Bigl\{0.9-\frac{e^{10\varepsilon D}}{N},\ ` +
      String.raw`1-\frac{n\,\mathrm{KL}_{\max}+\ln 2}{\ln N}\Bigr\}`,
    source: [works.acharyaSunZhang2021, works.lalanne2023],
    lecture: {
      notes: ["S1"],
      where: 'S1, slide "Extensions"',
      said: "Fano's method for high dimensions and non-parametrics, named as an extension beyond Le Cam.",
    },
    errata: [],
    evidence: ["proved", "literature"],
  },
  {
    id: "laplace-tight",
    area: "minimax",
    title: "The Laplace mechanism is optimal up to a constant",
    statement: prose`For the mean of bits under swap the Laplace estimate has absolute risk at most 1/(nε) + 0.3989/√n
      (at θ = 1/2), against lower bounds of order 1/(nε) and 1/√n. With the bound 0.0920/(nε) the ratio is about 10.9
      as ε√n → 0 and 4.7 in the statistical regime; with the metric form of both bounds it is at most 4.5 for nε ≥ 1.`,
    source: [works.lalanne2023],
    lecture: {
      notes: ["S1"],
      where: 'S1, slides "Le Cam\'s argument for Minimax DP Risk"',
      said: "The private bound is tight for functions of sensitivity 1/n.",
    },
    errata: [],
    evidence: ["verified"],
  },
  {
    id: "privacy-free-crossover",
    area: "minimax",
    title: "When privacy costs nothing",
    statement: prose`For the mean of bits at θ = 1/2 under swap, with κ = ε√n, Laplace noise multiplies the root mean
      squared error by √(1 + 8/κ²) and the absolute risk by 5.151, 2.753, 1.656, 1.344, 1.142, 1.0386, 1.0099 at κ =
      0.5, 1, 2, 3, 5, 10, 20: privacy is nearly free from κ = 10 on, not from 3. The majority's wrong answers at θ =
      1/2 + 1/√n rise from 2.3 % to 9.7 % (exponential rule) or 6.9 % (best rule) at κ = 3, and to 3.0 or 2.7 % at κ =
      10. This is not general: for Uniform[0, θ] the lower bound is multiplied by about 1/(1−e^(−ε)) for all n.`,
    tex: String.raw`\frac{\mathrm{RMSE}_{\mathrm{private}}}{\mathrm{RMSE}} = \sqrt{1+8/\kappa^2},\qquad \kappa=\varepsilon\sqrt n`,
    source: [works.lalanne2023],
    lecture: {
      notes: ["S1"],
      where: prose`S1, slides "Example: Majority of Binary Observations" and "Le Cam's argument for Minimax DP Risk"`,
      said: "No price for ε ≫ 1/√n; in the majority example ε ≥ 3/√n.",
    },
    errata: [
      {
        id: "E55b",
        kind: "refuted",
        where: 'S1, slide "Example: Majority of Binary Observations", second version',
        said: "For ε ≥ 3/√n privacy does not really cost the majority any precision.",
        right: prose`At a population of 1/2 + 1/√n the sample's majority is wrong with probability 0.0228. At ε =
          3/√n the private one is wrong with 0.0966 by the notes' exponential rule and 0.0686 by the best rule; at
          10/√n with 0.0301 and 0.0272. (A mean costs 37 % more root mean squared error at 3/√n and 4 % at 10/√n.)`,
        defence: prose`The order 1/√n is right, and the slide's argument is sound as far as it goes: where the sample
          is decisive, the private answer agrees with it 95 % of the time. "Not really" leaves room for a constant.`,
      },
    ],
    evidence: ["verified", "proved"],
    covers: "The Uniform factor compares two lower bounds, and is reported as such.",
  },
  {
    id: "exact-minimax",
    area: "minimax",
    title: "The exact minimax risk of a private share of ones",
    statement: prose`Averaged over the orders of n bits, an estimator that is (ε, δ)-DP under swap is a table q(a | s) of
      their sum s whose neighbouring rows obey the guarantee, so the least worst risk is a linear program; every prior
      with prices of the constraints gives a lower bound. Absolute error, ε-DP: 0.1240 at n = 10, ε = 1; 0.0853 at n =
      20, ε = 1; 0.1446 at n = 20, ε = 0.3; (1+e^(−ε))/4 at n = 1. Without a trusted party the answers of (leaky)
      randomized response are enough, and nothing restricts the estimator.`,
    tex:
      String.raw`R^\star=\min_{q}\ \sup_{\theta\in[0,1]}\ \sum_{s=0}^{n}\binom ns\theta^s(1-\theta)^{n-s}\sum_a ` +
      String.raw`q(a\mid s)\,|a-\theta|\quad\text{s.t.}\quad q(a\mid s)\le e^{\varepsilon}q(a\mid s\pm 1)`,
    source: [works.ghoshRoughgardenSundararajan2009, works.kairouzOhViswanath2015, works.huangfuHall2018],
    errata: [],
    evidence: ["proved", "verified"],
    covers: prose`The interval rests on weak duality and on the mechanism's exact risk, not on the solver. The local part
      covers protocols that ask every person once.`,
  },
  {
    id: "geometric-universal",
    area: "minimax",
    title: "The geometric mechanism is optimal for every user of a count",
    statement: prose`For a count from 0 to n under ε-DP and every loss that does not decrease in the distance of the
      reported from the true count, the geometric mechanism followed by the user's own post-processing has the least
      mean loss of all ε-DP mechanisms under the user's prior, and the least worst mean loss of all without a prior.
      The mechanism does not depend on the user.`,
    tex:
      String.raw`\min_{T}\ \mathbb{E}_{s\sim\pi}\,\ell\bigl(s,T(G_\varepsilon(s))\bigr)` +
      String.raw`=\min_{M\ \varepsilon\text{-DP}}\ \mathbb{E}_{s\sim\pi}\,\ell(s,M(s))`,
    source: [works.ghoshRoughgardenSundararajan2009, works.gupteSundararajan2010],
    errata: [],
    evidence: ["literature", "verified"],
    aliases: ["geometric-optimal"],
  },
  {
    id: "fingerprinting-bound",
    area: "minimax",
    title: "Fingerprinting: the mean of many bits under approximate and concentrated privacy",
    statement: prose`For n records of d independent bits, means p in [−1, 1]^d with density proportional to
      ∏(1−p_j²)^(k−1), every estimate f has E⟨f, ΣXᵢ − np⟩ = 2k·E⟨f, p⟩, and one record adds at most c√A + 2δ·d·t to
      it, A the mean squared error: c = sinh(ε/2) under ε-DP, 2sinh(ε/2) with δ > 0 (t ≤ 2; no δ-term for δ = 0),
      √(e^(2ρ)−1) under ρ-zCDP, all under swap. So √A ≥ d(2k/(2k+1) − 2nδt)/(nc + 2k√(d/(2k+1))) for every k > 0: of
      order d/(nε) and, under ρ-zCDP, at least about a quarter of the squared error of Gaussian noise in every d.`,
    tex: String.raw`\sqrt{\mathbb{E}\lVert f-p\rVert^2} \ge \frac{d\,\bigl(\frac{2k}{2k+1}-2n\delta t\bigr)}{n c+2k\sqrt{d/(2k+1)}}`,
    source: [works.bunUllmanVadhan2014, works.kairouzOhViswanath2015],
    errata: [],
    evidence: ["proved", "verified"],
    covers: "The family of priors and the constants are our own derivation; no factor log(1/δ).",
  },
  {
    id: "van-trees-private",
    area: "minimax",
    title: "The Fisher information of a private output",
    statement: prose`The output of an (ε, δ)-DP mechanism (swap) on n i.i.d. records of Fisher information I each has
      at most min(n, n²r²)·I, r² = δ + (1−δ)tanh²(ε/2); hence over a prior of information J the mean squared error is
      at least 1/(min(n, n²r²)·E I + J). Randomized response of a fair bit attains it at n = 1.`,
    tex: String.raw`I_M(\theta) \le \min\bigl\{n,\ n^2\bigl(\delta+(1-\delta)\tanh^2\tfrac{\varepsilon}{2}\bigr)\bigr\}\,I(\theta)`,
    source: [works.gillLevit1995, works.ordentlichPolyanskiy2021],
    errata: [],
    evidence: ["proved", "verified"],
    covers: "The bound on the information is our own derivation, from correlations of two-point laws.",
  },
  {
    id: "local-lower-bounds",
    area: "minimax",
    title: "Le Cam, Fano and Assouad for local privacy",
    statement: prose`If records of two laws at total variation T are asked through an ε-locally private channel, the
      answers have total variation at most tanh(ε/2)·T and KL(M₁, M₂) + KL(M₂, M₁) ≤ min{4, e^(2ε)}(e^ε−1)²T²; the
      largest value of either is a linear program of eight variables, far below that constant. Answers that do not
      depend on each other tell of a random corner of the cube with gap γ at most nγ²sinh²(ε/2) nats in any dimension,
      so the squared risk of d shares is of order d·min(1, d/(nε²)).`,
    tex: String.raw`\mathrm{KL}(M_1,M_2)+\mathrm{KL}(M_2,M_1) \le \min\{4,e^{2\varepsilon}\}(e^{\varepsilon}-1)^2\,\mathrm{TV}(P_1,P_2)^2`,
    source: [works.duchiJordanWainwright2013, works.kairouzOhViswanath2015],
    errata: [],
    evidence: ["proved", "verified"],
    covers: "Assouad's and Fano's bounds over the whole cube are for channels chosen without looking at other answers.",
  },
];
