/** Claims on continual release: running sums, private online learning and private bandits. */
import type { Claim } from "./claim.ts";
import { prose } from "./prose.ts";
import { works } from "./works.ts";

export const streamClaims: readonly Claim[] = [
  {
    id: "counter-naive",
    area: "streams",
    title: "Two naive running counters",
    statement: prose`Fresh Lap(1/ε') on each of T running counts of bits (event) is ε'-DP each and together (√(2T
      ln(1/δ))·ε' + T·ε'·tanh(ε'/2), δ)-DP. Noise Lap(1/ε) on each bit is ε-DP, and the count at time t errs by a sum
      of t independent Laplace variables: variance 2t/ε², deviation √(2t)/ε.`,
    tex: String.raw`\operatorname{Var} = 2t/\varepsilon^2`,
    source: [works.dwork2010],
    lecture: {
      notes: ["S0"],
      where: "S0, 5.6.1 First idea, bad ideas 1 and 2",
      said: "The same two bad ideas, with other formulas.",
    },
    errata: [
      {
        id: "E12",
        kind: "condition",
        where: "S0, 5.6.1 First idea, bad idea 1",
        said: "The composed price is √T·ε'·log(1/δ).",
        right: prose`For small ε' and δ it is above the true price, √(2T ln(1/δ))·ε' + T·ε'·tanh(ε'/2): there the
          logarithm may be under the root. At a large ε', or a large δ, the price is more.`,
        defence: prose`It is an order of magnitude for an idea that is about to be dropped, and with the choice that
          follows, ε' = ε/√T, it is a true upper bound for every usual δ.`,
      },
      {
        id: "E12b",
        kind: "slip",
        where: "S0, 5.6.1 First idea, bad idea 2",
        said: "The sum of τ noisy bits errs by τ·Lap(1/ε).",
        right: "By a sum of τ independent Lap(1/ε): deviation √(2τ)/ε, not √2·τ/ε.",
        defence: "A shorthand for τ draws of Lap(1/ε): the line below calls it small noise too often.",
      },
    ],
    evidence: ["proved"],
  },
  {
    id: "tree-aggregation",
    area: "streams",
    title: "Tree aggregation of running sums",
    statement: prose`With L = ⌊log₂T⌋ + 1 levels, noise of density proportional to exp(−‖g‖/b) on R^d (Laplace for d =
      1), b = sens·L/ε, drawn once when a dyadic node completes, and v_t the sum of the noisy nodes of the set bits of
      t, the whole sequence v_1..v_T is ε-DP at event level, for adaptive streams too. sens is the bound D on ‖z‖ for
      zero-out, 2D for swapping a vector, 1 for bits. In one dimension Var(v_t) = popcount(t)·2L²sens²/ε². Against
      noise on every bit it loses for most T below about 1200 and wins after: root mean squared error 34.8 against 32.0
      at T = 1024, 56.1 against 128 at 16384 (ε = 1).`,
    tex:
      String.raw`\operatorname{Var}(v_t) = \mathrm{popcount}(t)\cdot\frac{2L^2\,\mathrm{sens}^2}{\varepsilon^2},` +
      String.raw`\qquad L=\lfloor\log_2 T\rfloor+1`,
    source: [works.chanShiSong2011, works.dwork2010],
    lecture: {
      notes: ["S0"],
      where: "S0, 5.6.1 First idea, Tree Based Aggregation Protocol",
      said: "The tree-based protocol in pseudo-code with scale ⌈log₂T⌉.",
    },
    errata: [
      {
        id: "E13",
        kind: "condition",
        where: "S0, 5.6.1 First idea, Tree Based Aggregation Protocol",
        said: "The noise of a node has scale ⌈log₂T⌉·Δ/ε.",
        right: prose`L = ⌊log₂T⌋ + 1 in the place of ⌈log₂T⌉. They are the same unless T is a power of two: there the
          stream loses (1 + 1/log₂T)ε, 1.5ε at T = 4, and at T = 1 there is no noise.`,
        defence: prose`For every T that is no power of two the scale is right, and the notes state no ε for the
          protocol as a whole.`,
      },
      {
        id: "E13b",
        kind: "slip",
        where: "S0, 5.6.1 First idea, Tree Based Aggregation Protocol",
        said: "The tree has 2^⌈log₂T⌉ − 1 nodes, and the root is no left child.",
        right: "2^(⌈log₂T⌉+1) − 1 nodes, the leaves included; the root counts as a left child.",
        defence: prose`The number is that of the inner nodes, and the binary numbers of the listing have a digit for the
          root, so that it is meant to be one of the nodes that are summed.`,
      },
      {
        id: "E13c",
        kind: "refuted",
        where: "S0, 5.6.1 First idea, Goals",
        said: "Each noise term serves O(log T) times at most.",
        right: prose`Each datum enters O(log T) noisy nodes. The noise of the first half's node is used T/2 times,
          which costs nothing.`,
        defence: prose`It stands in a list of goals, under an idea that the notes themselves announce as simplified;
          what privacy needs, that each datum is in few nodes, is what the tree gives and what is meant.`,
      },
      {
        id: "E13d",
        kind: "reading",
        where: "S0, 5.6.1 First idea, Tree Based Aggregation Protocol",
        said: "The noise of a node is in R, and the sums are put out after the loop over the stream.",
        right: "Noise in R^d; a sum at every t, within the loop.",
        defence: prose`The data and the sums are in R^d in the lines above: an exponent was lost; and the indentation
          of a listing, which says what a loop holds, is the first thing that a converter loses.`,
      },
    ],
    evidence: ["verified", "proved"],
    covers: "The tree loses for 2 ≤ T ≤ 977 and 1024 ≤ T ≤ 1192.",
  },
  {
    id: "matrix-factorisation",
    area: "streams",
    title: "Running sums by matrix factorisation",
    statement: prose`Write the matrix A of running sums as B·C, and put Gaussian noise z of deviation sens·‖C‖/μ on
      C·x, x being the stream and ‖C‖ the largest norm of a column. The estimates A·x + B·z are together exactly
      μ-Gaussian private, for adaptive streams too. B = C = A^(1/2), the Toeplitz matrix of the coefficients c_k of
      1/√(1−u), has the largest error S_T = Σ_{k<T} c_k² ≤ 1 + ln((4T − 1)/3)/π (μ = 1, sens = 1): 3.2726 at T = 1024,
      root mean squared 3.1098. No factorisation errs less than ‖A‖_*/T in the root mean square, 2.9096 at T = 1024,
      nor less than (1/2 + 1/(2T))·g at the worst time, g the mean of 1/sin((2j−1)π/(2T)). A rational factor of six
      poles and zeros errs at most 0.5 % more at the worst time for T ≤ 131072, in the memory of seven vectors.`,
    tex:
      String.raw`\max_t\operatorname{sd} = \sum_{k<T}\Bigl(4^{-k}\tbinom{2k}{k}\Bigr)^{2} \le ` +
      String.raw`1+\frac1\pi\ln\frac{4T-1}{3},\qquad ` +
      String.raw`\mathrm{rms}\ \ge\ \frac1T\sum_{j\le T}\frac{1}{2\sin\frac{(2j-1)\pi}{4T+2}}`,
    source: [works.fichtenberger2023, works.henzinger2023, works.mathias1993, works.dvijotham2024],
    errata: [],
    evidence: ["proved", "verified"],
  },
  {
    id: "pftal",
    area: "streams",
    title: "Private follow-the-approximate-leader",
    statement: prose`For H-strongly convex losses with gradients of norm at most Lip on a convex set C, w_{t+1} =
      Proj_C((1/t)Σ w_τ − v_t/(H·t)) with v_t the tree-aggregated sum of the gradients at w_1, …, w_t is ε-DP at event
      level (node sensitivity 2·Lip under swap, Lip under zero-out). With G = Lip + H·diam(C) and b the tree's scale,
      the expected regret is at most (G²/H)Σ_{t≤T} 1/(t−1/2) + (G/H)·b·√(d(d+1))·Σ_{t<T} √popcount(t)/t. The published
      rate is O(d(Lip + H·diam)² log^2.5(T)/(εH)).`,
    tex: String.raw`w_{t+1} = \Pi_C\Bigl(\tfrac1t\sum_{\tau\le t}w_\tau-\tfrac{v_t}{Ht}\Bigr)`,
    source: [works.smithThakurta2013, works.hazan2007],
    lecture: {
      notes: ["S0"],
      where: "S0, 5.6.1 First idea, Private follow the Approximate Leader",
      said: prose`The listing of the algorithm, with an index that the text may have lost; nothing is said of its
        regret.`,
    },
    errata: [
      {
        id: "E14",
        kind: "reading",
        where: "S0, 5.6.1 First idea, Private follow the Approximate Leader",
        said: "Iterates ŵ_i and gradients ∇f_t(ŵ_i).",
        right: prose`The iterate is w_t, started at w_1, and the gradient is ∇f_t(w_t): at a point that never changes the
          regret grows like T.`,
        defence: "A 1 or a t in an index, read as an i; the last line of the listing has the right indices.",
      },
    ],
    evidence: ["proved", "verified", "literature"],
    covers: "The explicit bound is our own; the constant of the published rate is not quoted.",
  },
  {
    id: "private-bandits",
    area: "streams",
    title: "Private bandits",
    statement: prose`K arms are pulled T times, one a round, rewards in [0, 1]; tables of rewards that differ in one
      round are neighbours. (1) Privacy: two learners are ε-DP. Upper confidence keeps the sum of each arm's rewards by
      a tree for T' = T − K + 1 pulls (noise of scale L/ε, L = ⌊log₂T'⌋ + 1). Elimination pulls all arms that are left
      in epochs j = 1, 2, …, and puts one Lap(1/ε) on the sum of each arm's fresh batch. In both a reward enters the
      sums of one arm only, and for given published sums it is fixed which. (2) Upper bound: let an epoch's confidence
      bounds fail with probability β_j = 1/(T·j(j+1)) at most, and let its batches have the least number R_j of pulls
      with √(ln(4K/β_j)/(2R_j)) + ln(2K/β_j)/(εR_j) ≤ 2^−j/4. Elimination then has an expected regret of at most Σ
      gap·min(T, R_1 + … + R_j) plus the largest gap; the sum is over the arms that are not best, and j is the first
      epoch with 2^−j < gap. The order is Σ log(T)/gap + K·log(T)/ε; that of upper confidence has K·log^2.5(T)/ε. (3)
      Lower bound: no ε-DP learner beats the order K·log(T)/ε. On one of K Bernoulli instances (one arm of mean p, the
      others q = p − gap, or one of these q' = p + gap) its expected regret is at least the R with 8R =
      T·gap·exp(−R·I/((K−1)·gap)). Here I = min(kl(q, q'), (1 − q)·ln(1/s)) is the most that a pull tells of its arm,
      kl is the divergence of Bernoulli laws, and s = 1 − (1 − exp(−ε))(q' − q)/(1 − q).`,
    tex:
      String.raw`\mathbb{E}\,\mathrm{Regret}\ \le\ \sum_a \Delta_a` +
      String.raw`\min\Bigl(T,\sum_{j\le j(a)}R_j\Bigr)+\max_a\Delta_a,\qquad 8R = T\Delta\,e^{-R\,I/((K-1)\Delta)}`,
    source: [
      works.sajedSheffet2019,
      works.mishraThakurta2015,
      works.tossouDimitrakakis2016,
      works.shariffSheffet2018,
      works.laiRobbins1985,
    ],
    lecture: {
      notes: ["S1"],
      where: 'S1, slide "References"',
      said: "A reference among the speaker's own contributions: On Private Bandits (Al Marjani, Garivier, Kaufmann).",
    },
    errata: [],
    evidence: ["proved", "verified", "literature"],
    covers: prose`The constants of both bounds are our own; the published orders are quoted. The lower bound is for the worst of K
      instances.`,
  },
];
