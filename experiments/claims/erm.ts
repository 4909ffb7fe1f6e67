/** Claims on private empirical risk minimisation and its neighbours in learning. */
import type { Claim } from "./claim.ts";
import { prose } from "./prose.ts";
import { works } from "./works.ts";

export const ermClaims: readonly Claim[] = [
  {
    id: "output-perturbation",
    area: "erm",
    title: "Output perturbation",
    statement: prose`If the loss is convex and G-Lipschitz and the regularised risk Λ-strongly convex, its minimiser
      has ℓ₂-sensitivity at most 2G/(nΛ) under swap. Adding noise with density proportional to exp(−(nΛε/(2G))‖b‖) is
      ε-DP; Gaussian noise for Δ₂ = 2G/(nΛ) is (ε, δ)-DP. For a β-smooth risk the mean excess is at most
      (β/2)d(d+1)(2G/(nΛε))². The minimiser must be exact up to much less than the noise. Plain least squares has
      infinite sensitivity.`,
    tex:
      String.raw`\Delta_2 = \frac{2G}{n\Lambda},\qquad \mathbb{E}\,\text{excess} \le \frac{\beta}{2}\,` +
      String.raw`d(d+1)\Bigl(\frac{2G}{n\Lambda\varepsilon}\Bigr)^2`,
    source: [works.chaudhuriMonteleoniSarwate2011],
    lecture: {
      notes: ["S2"],
      where: 'S2, slide "Output Perturbation"',
      said: "The same for strictly convex losses; convexity of the loss is enough.",
    },
    errata: [],
    evidence: ["proved", "verified"],
  },
  {
    id: "objective-perturbation",
    area: "erm",
    title: "Objective perturbation",
    statement: prose`For ‖x‖ ≤ 1, |l'| ≤ 1, |l''| ≤ c: let ε' = ε − ln(1 + 2c/(nΛ) + c²/(nΛ)²); if ε' ≤ 0 add the
      regulariser (δ_r/2)‖w‖² with δ_r = c/(n(e^(ε/4)−1)) − Λ and set ε' = ε/2. Draw b with density proportional to
      exp(−(ε'/2)‖b‖) and minimise risk + (Λ/2)‖w‖² + ⟨b, w⟩/n exactly: ε-DP under swap. Use the second branch whenever
      ε' < ε/2, or the noise explodes. It beats output perturbation when the noise is small, and loses when 2d/(nε')
      exceeds about 0.4.`,
    tex: String.raw`\min_w \tfrac1n\sum_i l(w;z_i)+\tfrac{\Lambda}{2}\lVert w\rVert^2+\tfrac1n\langle b,w\rangle`,
    source: [works.chaudhuriMonteleoniSarwate2011],
    lecture: {
      notes: ["S2"],
      where: 'S2, slide "Objective Perturbation"',
      said: prose`The added term with its constants left open, privacy under similar assumptions and a bounded
        Jacobian, and better performance than output perturbation, citing the article.`,
    },
    errata: [
      {
        id: "E35",
        kind: "slip",
        where: 'S2, slide "Objective Perturbation"',
        said: "The loss needs a bounded Jacobian.",
        right: "A bounded second derivative, the Jacobian of its gradient.",
        defence: prose`The Jacobian of the gradient is the second derivative; bounded gradients are among the
          assumptions named before, so that nothing else can be meant.`,
      },
    ],
    withdrawn: [
      {
        id: "E35b",
        where: 'S2, slide "Objective Perturbation"',
        said: "The noise term is ⟨θ, v⟩, with v of density proportional to exp(−c'ε‖v‖).",
        because: prose`The constants c and c' are not specified, so c' may hold the factor n that the term ⟨θ, b⟩/n
          has.`,
        date: "2026-11-18",
      },
    ],
    evidence: ["verified", "literature"],
  },
  {
    id: "exp-mech-erm",
    area: "erm",
    title: "Risk minimisation by the exponential mechanism",
    statement: prose`Density proportional to exp(−(εn/(2D))·L(w)), D the range of the loss over the parameter set, is
      (ε, 0)-DP under swap. On a ball of radius R a G-Lipschitz loss has range D = 2GR (add-remove with l(0) = 0: GR).
      For convex L the mean excess is at most d/λ with λ = εn/(2D), that is 4GRd/(εn), without logarithm; a logarithm
      appears for non-convex losses.`,
    tex: String.raw`\mathbb{E}L(w)-\min L \le \frac{d}{\lambda} = \frac{4GRd}{\varepsilon n}`,
    source: [works.mcSherryTalwar2007, works.kasiviswanathan2011, works.bassilySmithThakurta2014],
    lecture: {
      notes: ["S2", "S3"],
      where: 'S2, slide "Exponential Mechanism for ML"; S3, page "DP ERM (as a selection problem)"',
      said: "S2: losses in [0, 1] (correct). S3: D = GR, (ε, Δ)-DP, excess O(GR(d/(εn))·ln(εn/d)).",
    },
    errata: [
      {
        id: "E42",
        kind: "reading",
        where: 'S3, page "DP ERM (as a selection problem)"',
        said: "The mechanism is (ε, Δ)-DP.",
        right: "It is (ε, 0)-DP.",
        defence: prose`A 0 in handwriting beside a Δ, transcribed; the mechanism is the exponential one, which has no
          δ.`,
      },
      {
        id: "E43",
        kind: "condition",
        where: 'S3, theorem after "DP ERM (as a selection problem)"',
        said: "On a ball of radius R take D = GR.",
        right: prose`Right if a record is added or removed, after subtracting the loss at 0. If a record is replaced
          the range is up to 2GR; with D = GR the loss then tends to 2ε (1.998ε for a one-dimensional linear loss with
          sum 1000).`,
        defence: prose`The page does not say which data sets are neighbours, and the theorem states an order, in which
          the factor 2 disappears.`,
      },
    ],
    evidence: ["proved", "verified", "literature"],
  },
  {
    id: "klnrs-learning",
    area: "erm",
    title: "Private agnostic learning of finite classes",
    statement: prose`For a finite hypothesis class H, n = O((ln|H| + ln(1/β))·max{1/(εa), 1/a²}) records suffice for
      ε-DP agnostic learning (swap) with excess error a and probability 1 − β, by the exponential mechanism. On the
      sample: excess at most (2/(εn))·ln(|H|/β) with probability 1 − β.`,
    tex: String.raw`n = O\bigl((\ln|H|+\ln\tfrac1\beta)\max\{\tfrac{1}{\varepsilon a},\tfrac{1}{a^2}\}\bigr)`,
    source: [works.kasiviswanathan2011],
    lecture: {
      notes: ["S2"],
      where: 'S2, slide "Exponential Mechanism for ML"',
      said: prose`Informally: anything learnable without privacy on a finite data universe is learnable with it,
        from more records (correct).`,
    },
    errata: [],
    withdrawn: [
      {
        id: "E37",
        where: 'S2, slide "Exponential Mechanism for ML"',
        said: "Anything learnable on a finite data universe is learnable with privacy.",
        because: prose`A finite universe has finitely many labelings, so the theorem for finite classes covers it; the
          part all-labelings of private-learning confirms it.`,
        date: "2026-11-18",
      },
    ],
    evidence: ["literature", "verified"],
    covers: "On a population n = max{(4/(εa))·ln(2|H|/β), (8/a²)·ln(4|H|/β)}, by Hoeffding's inequality.",
  },
  {
    id: "subsample-aggregate",
    area: "erm",
    title: "Subsample and aggregate",
    statement: prose`Split the data into k disjoint blocks, estimate on each, clip to [a, b], average and add
      Lap((b−a)/(kε)): ε-DP under swap, with noise variance 2((b−a)/(kε))². With c/n the estimator's own asymptotic
      variance, the total is (1+o(1))c/n if k ≫ √n/ε and the block estimator's bias is o(1/√n): a bias of order k/n
      needs k = o(√n) and spoils it.`,
    tex: String.raw`\mathrm{MSE} = \mathrm{bias}^2+\frac{c}{n}+2\Bigl(\frac{b-a}{k\varepsilon}\Bigr)^2`,
    source: [works.nissimRaskhodnikovaSmith2007, works.smith2011],
    lecture: {
      notes: ["S2"],
      where: 'S2, slides "Subsample & Aggregate"',
      said: prose`For many estimators the variance is (1 + o(1))c/n if k = ω(√n), and so the rate can be optimal;
        often only for very large samples.`,
    },
    errata: [
      {
        id: "E36",
        kind: "condition",
        where: 'S2, slide "Subsample & Aggregate", second',
        said: "k = ω(√n) gives the variance (1 + o(1))c/n, and so optimal rates for many estimators.",
        right: prose`Of the variance that is true. The error has the bias too: the rate is optimal if the block bias
          is o(1/√n). For exp(mean) of normal records, clipped to [0.5, 5], at n = 10⁵ and ε = 1, n·MSE/c is 16, 5.0,
          27, 843 at k = 316, 999, 3162, 17782.`,
        defence: prose`The slide speaks of the variance, which does tend to c/n, and of "many" estimators; for unbiased
          ones, and for those of small bias, it is right as it stands.`,
      },
    ],
    evidence: ["verified", "proved"],
  },
  {
    id: "pate",
    area: "erm",
    title: "Private aggregation of teacher ensembles (PATE)",
    statement: prose`Teachers trained on disjoint data vote; replacing a record changes one vote, two counts by 1 each.
      argmax of the counts plus Lap(1/γ) is 2γ-DP per query; with N(0, s²) noise it has Rényi bound α/s² per query (Δ₂
      = √2). Queries compose.`,
    source: [works.papernot2017, works.papernot2018],
    lecture: {
      notes: ["S2"],
      where: 'S2, slide "Subsample & Aggregate", second',
      said: "Named as a development of subsample and aggregate.",
    },
    errata: [],
    tex: String.raw`\arg\max_j\,(n_j+\mathrm{Lap}(1/\gamma)):\ 2\gamma\text{-DP},\qquad D_\alpha \le \alpha/s^2`,
    evidence: ["literature", "verified"],
  },
  {
    id: "linreg-sufficient-statistics",
    area: "erm",
    title: "Linear regression from noisy sums",
    statement: prose`With x, y clipped to [0, 1] the four sums of x, y, x², xy have joint ℓ₁-sensitivity 4 under swap:
      Lap(4/ε) each, slope (nS_xy − S_xS_y)/(nS_xx − S_x²) with a guarded denominator, is ε-DP. For XᵀX and Xᵀy with
      ‖x‖ ≤ 1, |y| ≤ 1 the joint ℓ₂-sensitivity is √2 under zero-out and √4.5 under swap. The slope's mean
      squared error falls like n⁻² while the noise dominates, then like n⁻¹.`,
    source: [works.vuSlavkovic2009, works.wang2018],
    lecture: {
      notes: ["S2"],
      where: 'S2, slide "Modifying ML Algorithms"',
      said: "S_xx/n and the other sums are statistical queries (centred S_xx is only a function of such).",
    },
    tex: String.raw`\Delta_1 = 4,\qquad \hat b = \frac{nS_{xy}-S_xS_y}{nS_{xx}-S_x^2}`,
    errata: [],
    evidence: ["proved", "verified"],
    aliases: ["linreg"],
  },
  {
    id: "dp-erm-rates",
    area: "erm",
    title: "Optimal rates of private empirical risk minimisation",
    statement: prose`Excess empirical risk for convex G-Lipschitz losses on radius R: Θ(GRd/(nε)) under ε-DP, Θ(GR√(d
      ln(1/δ))/(nε)) up to logarithms under (ε, δ)-DP; with Λ-strong convexity G²d²/(Λn²ε²) and G²d·ln(1/δ)/(Λn²ε²), up
      to logarithms (swap). Population risk adds GR/√n. A penalty (Λ/2)‖w‖² is Λ-strongly convex, λ‖w‖² is 2λ-strongly
      convex.`,
    tex: String.raw`\Theta\Bigl(\frac{GRd}{n\varepsilon}\Bigr),\qquad \tilde\Theta\Bigl(\frac{GR\sqrt{d\ln(1/\delta)}}{n\varepsilon}\Bigr)`,
    source: [works.bassilySmithThakurta2014],
    lecture: {
      notes: ["S3"],
      where: 'S3, pages "(Private) Optimization for ML" and "DP ERM (as a selection problem)"',
      said: prose`The rate of the exponential mechanism; the generalisation error as empirical minus population
        risk.`,
    },
    errata: [],
    evidence: ["literature"],
  },
  {
    id: "erm-lower-bounds",
    area: "erm",
    title: "No private method learns better: lower bounds with constants",
    statement: prose`On some dataset of n records every method that is ε-DP under swap has a mean excess of at least
      LR·(m/n)(1−g) for L-Lipschitz convex losses on a ball of radius R, (L²/(8H))(m/n)²(1−g²) for H-strongly convex
      ones, and (Λ/2)s²(1−g²), Λs(1+e^s) = m/n, for logistic regression with penalty Λ, for every m ≤ n, where g
      solves g = (e^(mε)−1)·E(t−g)₊, t a coordinate of a uniform direction: tanh(mε/2) at d = 1, and at least 0.1·LRd/(nε)
      in all for large d. With δ, fingerprinting gives bounds of order √d/(nε) and d/(nε)². The literature states the
      orders.`,
    tex:
      String.raw`\max_D \mathbb{E}\,\text{excess} \ge LR\,\max_{m\le n}\frac{m}{n}(1-g_m),\qquad ` +
      String.raw`g=(e^{m\varepsilon}-1)\,\mathbb{E}(t-g)_+`,
    source: [works.bassilySmithThakurta2014],
    errata: [],
    evidence: ["proved", "verified"],
    covers: prose`Empirical risk and the worst dataset; on one dataset a method can have less, as objective perturbation has
      with d = 2 and Λ = 0.001 from n = 16000 on. No factor log(1/δ).`,
  },
  {
    id: "private-svm",
    area: "erm",
    title: "A private support vector machine",
    statement: prose`The minimiser of the mean hinge loss plus (Λ/2)‖w‖², features of norm at most 1, moves by at most 2/(nΛ) when one of
      n records is swapped, and by exactly that where the other records are at 0 and nΛ ≥ 1. Output perturbation needs no
      derivative of the loss: noise of density ∝ exp(−‖b‖nΛε/2) makes it ε-DP, and no better. Objective perturbation needs
      a smooth loss, such as the hinge rounded off.`,
    tex: String.raw`\lVert w(D)-w(D')\rVert \le \frac{2}{n\Lambda}`,
    source: [works.chaudhuriMonteleoniSarwate2011],
    lecture: {
      notes: ["S3"],
      where: 'S3, page "Examples of losses"',
      said: "Support vector machines are named among the problems of learning.",
    },
    errata: [],
    evidence: ["proved", "verified"],
    covers: "Privacy on the line, where the law is known; accuracy on iris, one kind against the others.",
    aliases: ["support-vector-machine"],
  },
  {
    id: "poisoning-canary",
    area: "erm",
    title: "What a poisoning canary certifies of DP-SGD",
    statement: prose`Trainings with and without a record that the auditor chose give a certified lower bound on ε of the training as it is
      run. A record in the direction of least variance, longer than the clipping norm, shows best: clipping keeps its
      direction. k copies certify at most the group's ε for k records, a k-th of that for one. The bound never exceeds a true claim, up
      to its error rate; it stays below it, as the auditor sees the last weights and not every step. Without clipping the
      same noise is caught at once.`,
    source: [works.jagielskiUllmanOprea2020],
    lecture: {
      notes: ["S2"],
      where: 'S2, slide "DP SGD: Privacy Analysis", last lines',
      said: "The attack of Jagielski, Ullman and Oprea is cited.",
    },
    errata: [],
    evidence: ["verified"],
    covers: "Logistic regression on 60 made-up records, 20 steps; networks are not trained thousands of times here.",
  },
  {
    id: "public-data",
    area: "erm",
    title: "Public data costs no privacy",
    statement: prose`What is learnt or tuned on public records alone is the same for all private neighbours: features, starting weights,
      clipping norms and step sizes that come from them cost no ε, and training on features of private records has the ε of this
      training alone. It can help much: where four of twenty features tell the class, features learnt on other, public classes
      make private training better at every certified ε that was tried. Features learnt on the private records without
      noise have no privacy, and tuning on them costs some.`,
    source: [works.tramerBoneh2021],
    lecture: {
      notes: ["S2"],
      where: 'S2, slide "Neural Networks & Privacy"',
      said: "Use public data, such as CIFAR-100 for CIFAR-10.",
    },
    errata: [],
    evidence: ["proved", "verified"],
    covers: "Made-up records; nothing here says which records are public.",
  },
];
