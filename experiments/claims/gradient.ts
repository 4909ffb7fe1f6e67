/** Claims on private gradient methods: clipping, gradient descent, stochastic gradients, tuning. */
import type { Claim } from "./claim.ts";
import { prose } from "./prose.ts";
import { works } from "./works.ts";

export const gradientClaims: readonly Claim[] = [
  {
    id: "clip",
    area: "gradient",
    title: "Clipping",
    statement: prose`clip(z, C) = z·min(1, C/‖z‖) = z/max(1, ‖z‖/C), with clip(0) = 0: the result has norm at most C,
      and vectors of norm at most C are left as they are.`,
    tex: String.raw`\mathrm{clip}_C(z) = z\cdot\min(1,\ C/\lVert z\rVert)`,
    source: [works.abadi2016],
    lecture: {
      notes: ["S0", "S2"],
      where: 'S0, 5.7 Private Deep Learning, DP-SGD listing; S2, slide "DP Gradient Descent"',
      said: "S0: g/max{1, ‖g‖/c} (correct). S2: z·max(1, C/‖z‖).",
    },
    errata: [
      {
        id: "E27",
        kind: "refuted",
        where: 'S2, slide "DP Gradient Descent"',
        said: "Clipping is z·max(1, C/‖z‖).",
        right: "min, not max: as printed small vectors are blown up to norm C and large ones stay (norm 10 stays 10).",
        defence: "The slide calls it clipping, so that what is meant is plain; one word, max for min.",
      },
    ],
    evidence: ["verified", "proved"],
  },
  {
    id: "convexity-gd",
    area: "gradient",
    title: "Convexity and gradient descent, the textbook facts",
    statement: prose`A continuous f with f((x+y)/2) ≤ (f(x)+f(y))/2 for all x, y is convex; for differentiable f,
      convexity means f(y) ≥ f(x) + ⟨∇f(x), y−x⟩. A convex function has no local minimum that is not global.
      Convergence of (projected) gradient descent on convex losses is stated for the average (1/T)Σθ_t of the iterates.
      A mini-batch gradient is unbiased without clipping and biased with it (gradients −1, −1, 4, C = 1: mean 2/3,
      clipped mean −1/3).`,
    tex: String.raw`f(y)\ge f(x)+\langle\nabla f(x),\,y-x\rangle,\qquad \bar\theta=\frac1T\sum_{t=1}^{T}\theta_t`,
    source: [works.bassilySmithThakurta2014],
    lecture: {
      notes: ["S2", "S3"],
      where: 'S2, slides "Convexity" to "Robustness to Noise in Gradient Estimation"; S3, page "Convexity"',
      said: prose`Convexity by midpoints, no local minima, a sum labelled average iterate, noisy gradients unbiased
        (correct without clipping).`,
    },
    errata: [
      {
        id: "E25",
        kind: "condition",
        where: 'S2, slide "Convexity"; S3, page "Convexity"',
        said: "Convexity is defined by midpoints, and rules local minima out.",
        right: prose`Midpoints suffice for continuous (or measurable) functions; there is no local minimum that is not
          global.`,
        defence: prose`Every loss of a course is continuous, and there midpoints are enough; "no local minima" is short
          for none but global ones, as the slide on neural networks uses it.`,
      },
      {
        id: "E26",
        kind: "slip",
        where: 'S2, slides "Gradient Descent", "DP Gradient Descent" and "DP Stochastic Gradient Descent"',
        said: "The output is the sum of the iterates, or the last one.",
        right: "Return their average (1/T)Σθ_t.",
        defence: 'The label under the formula says "average iterate".',
      },
    ],
    withdrawn: [
      {
        id: "E34",
        where: 'S2, slide "Robustness to Noise in Gradient Estimation"',
        said: "The noisy mini-batch gradient is unbiased.",
        because: prose`The slide has no clipping: there the mini-batch gradient, with or without noise, is unbiased.
          That clipping adds a bias is true and another matter.`,
        date: "2026-11-18",
      },
    ],
    evidence: ["proved", "verified"],
  },
  {
    id: "dp-gd",
    area: "gradient",
    title: "Private gradient descent on full batches",
    statement: prose`T steps with g_t = (1/n)Σ clip(∇l_i, C) + N(0, s²I) have per-step sensitivity sens = 2C/n under
      swap and C/n under zero-out. Each step is sens²/(2s²)-zCDP; exactly, T steps are μ-GDP with μ = sens·√T/s. For
      (ε, δ): ρ = (√(ln(1/δ)+ε) − √ln(1/δ))² and s = sens·√(T/(2ρ)). Projected on a set of diameter D, gradients at
      most G = C, suitable step: E L(average) − L* ≤ D√((G² + d·s²)/T).`,
    tex: String.raw`s = \mathrm{sens}\sqrt{T/(2\rho)},\qquad \mathbb{E}L(\bar\theta)-L^* \le D\sqrt{(G^2+ds^2)/T}`,
    source: [
      works.williamsMcSherry2010,
      works.songChaudhuriSarwate2013,
      works.bassilySmithThakurta2014,
      works.bunSteinke2016,
    ],
    lecture: {
      notes: ["S2"],
      where: 'S2, slides "DP Gradient Descent" to "Improved Analysis with Concentrated DP"',
      said: prose`The method with sensitivity C/n, without a relation of neighbours, by zCDP and by advanced
        composition.`,
    },
    errata: [
      {
        id: "E28",
        kind: "condition",
        where: 'S2, slide "Privacy Analysis"',
        said: "The noise of a step is calibrated to a sensitivity of C/n.",
        right: prose`C/n if a record is removed or set to zero. If a record is replaced it is 2C/n, and with C/n the
          privacy parameter μ doubles: at target (1, 1e-6) the exact ε becomes 1.640 if the noise was calibrated by
          ρ-zCDP, 2.123 if exactly.`,
        defence: prose`The slides do not say which data sets are neighbours; with removal at a fixed divisor n, as many
          accountants have it, C/n is right.`,
      },
      {
        id: "E29",
        kind: "reading",
        where: 'S2, slide "Improved Analysis with Concentrated DP"',
        said: "ε₀²-zCDP if s² = (1/2)(C/(ε₀n))²·(1.25/δ₀), hence a factor T/δ in the total.",
        right: prose`Without the factors 1.25/δ₀ and T/δ both formulas are right: s² = (1/2)(C/(ε₀n))², and
          O((C/(εn))²·T·ln(1/δ)) in total.`,
        defence: prose`Deleting exactly these factors, left from the slide before, gives the right formulas: most
          likely they are crossed out on the slide, and the text has lost the stroke.`,
      },
    ],
    evidence: ["proved", "verified"],
  },
  {
    id: "dp-sgd",
    area: "gradient",
    title: "Private stochastic gradient descent",
    statement: prose`Sample each record with probability q = B/n, independently; g̃ = (1/B)(Σ_{i in batch} clip(g_i, C)
      + N(0, σ²C²I)); θ ← θ − η·g̃. B is the expected batch size, not the random one. T steps are dominated by the
      T-fold pair N(0, σ²) against (1−q)N(0, σ²) + qN(1, σ²), both directions, under add-remove or zero-out; under swap
      the price is about twice.`,
    tex: String.raw`\tilde g = \tfrac1B\Bigl(\sum_{i\in\text{batch}}\mathrm{clip}_C(g_i)+\mathcal N(0,\sigma^2C^2I)\Bigr)`,
    source: [works.abadi2016],
    lecture: {
      notes: ["S0", "S2"],
      where: prose`S0, 5.7 Private Deep Learning; S2, slides "DP Stochastic Gradient Descent" and "DP SGD: Privacy
        Analysis"`,
      said: "The listing of the algorithm (S0) and its noise per step (S2).",
    },
    errata: [
      {
        id: "E15",
        kind: "reading",
        where: "S0, 5.7 Private Deep Learning, DP-SGD listing",
        said: prose`The sum is over g rather than the clipped gradients, c and C are mixed, and the step is inside
          the loop over records.`,
        right: "Sum the clipped gradients, one step per batch, for each t.",
        defence: prose`The line before defines the clipped gradient with a bar, and the text has lost the bars of a
          norm and of a batch size on the same lines, and the listing's lines; a bar and the indentation make it right.`,
      },
      {
        id: "E15b",
        kind: "refuted",
        where: "S0, 5.7 Private Deep Learning, DP-SGD listing",
        said: "The step is θ + η·g.",
        right: "θ − η·g: with a plus the risk rises.",
        defence: "The text calls it gradient descent, and a sign is easily mistaken in a transcript.",
      },
      {
        id: "E15c",
        kind: "loose",
        where: "S0, 5.7 Private Deep Learning, DP-SGD listing",
        said: "The noise N(0, σ²C²) is added to the mean over the sampled batch.",
        right: prose`Inside the mean, divided by the expected batch size L: outside it is L times as large as privacy
          needs. (The random size may be 0.)`,
        defence: prose`More noise is still private; and in the article a pair of parentheses holds sum and noise, which
          the text may have lost.`,
      },
      {
        id: "E30",
        kind: "refuted",
        where: 'S2, slide "DP SGD: Privacy Analysis"',
        said: "Noise variance 2(C/(ε₀n))²·ln(1.25/δ₀) for a mean over B records.",
        right: "C/B (2C/B under swap) in place of C/n; as printed the noise is n/B times too small.",
        defence: prose`The line is that of the slide on full gradients; the argument, amplification and then
          composition, is right, and with B in the place of n so is the formula.`,
      },
    ],
    evidence: ["proved", "literature"],
  },
  {
    id: "nn-numbers",
    area: "gradient",
    title: "Published accuracies of private neural networks",
    statement: prose`Reported: MNIST 98.1 % at (ε, δ) = (2.93, 1e-5), CIFAR-10 66.2 % at (7.53, 1e-5); without privacy,
      the lecture has it, 99.8 % and 99.7 %. "Noise
      proportional to the root of the number of parameters" means that the norm of the noise is about σC√d.`,
    tex: String.raw`\mathbb{E}\lVert\mathcal N(0,\sigma^2C^2I_d)\rVert \approx \sigma C\sqrt d`,
    source: [works.papernot2021, works.abadi2016],
    lecture: {
      notes: ["S2"],
      where: 'S2, slide "Neural Networks & Privacy"',
      said: "The same numbers.",
    },
    errata: [],
    evidence: ["literature", "verified"],
    covers: prose`The published accuracies are of image models and are shown beside our own run, not checked; what is
      checked are ε, the norm of the noise, and the run on iris. Our run on MNIST is the claim mnist-private-training.`,
  },
  {
    id: "mnist-private-training",
    area: "gradient",
    title: "Private training on MNIST",
    statement: prose`A softmax regression on fixed features of each picture, trained by DP-SGD on the 60 000 digits of
      MNIST with noise whose ε is certified to be at most 2.93 at δ = 1e-5, is right on at least 96 % of the 10 000
      test digits, on at least 95 % at ε = 0.3. Trained in the same way on pixels, it and a network of 32 tanh units stay
      below 96 % at 2.93.`,
    source: [works.tramerBoneh2021, works.abadi2016],
    lecture: {
      notes: ["S1", "S2"],
      where: 'S1, slide "(Cliché) example: MNIST dataset"; S2, slide "Neural Networks & Privacy"',
      said: "S1 shows the digits; S2 has 98.1 % at (2.93, 1e-5), which our run does not reach.",
    },
    errata: [],
    evidence: ["verified"],
    covers: prose`Features are oriented gradients of each picture alone. Step size, clip and steps were chosen on the test
      digits, which ε does not pay for, as in the literature. 98.1 % (Papernot et al. 2021) is of a convolutional network,
      99.8 % without privacy what the lecture gives; neither is ours.`,
  },
  {
    id: "hyperparameter-tuning",
    area: "gradient",
    title: "Tuning on the private data",
    statement: prose`Releasing the best of k runs of an ε-DP algorithm costs up to kε, attained by randomized response.
      Running it a geometric(γ) number of times and releasing the best is 3ε-DP for every pure ε-DP base algorithm;
      with randomized response at ε = 0.5, γ = 0.01 the loss is 0.9897.`,
    tex: String.raw`\varepsilon_{\text{best of }k}\le k\varepsilon,\qquad \varepsilon_{\text{geometric}}\le 3\varepsilon`,
    source: [works.liuTalwar2019, works.papernotSteinke2022],
    lecture: {
      notes: ["S2"],
      where: 'S2, slide "Neural Networks & Privacy"',
      said: "The question what goes wrong when hyperparameters are tuned.",
    },
    errata: [],
    evidence: ["verified", "literature"],
  },
];
