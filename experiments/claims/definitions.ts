/** Claims on the definition of differential privacy: what ε and δ mean, which neighbours, what follows at once. */
import type { Claim } from "./claim.ts";
import { prose } from "./prose.ts";
import { at } from "./source.ts";
import { works } from "./works.ts";

export const definitionClaims: readonly Claim[] = [
  {
    id: "def-dp",
    area: "definitions",
    title: "(ε, δ)-differential privacy",
    statement: prose`M is (ε, δ)-DP for a symmetric neighbour relation if P[M(D) ∈ S] ≤ e^ε P[M(D') ∈ S] + δ for all
      neighbours D, D' and all measurable S; equivalently ∫ (p − e^ε q)₊ ≤ δ in both directions. A pointwise bound on
      the ratio of masses or densities is equivalent only for δ = 0. At ε = 0 the condition says that the total
      variation distance is at most δ: outputs are independent of the data only if δ = 0 as well. For δ = 0 even ε = ∞
      forbids the support to change.`,
    tex: String.raw`\Pr[M(D)\in S] \le e^{\varepsilon}\Pr[M(D')\in S] + \delta`,
    source: [works.dwork2006, works.dworkEurocrypt2006],
    lecture: {
      notes: ["S0", "S1", "S4"],
      where: prose`S0, 5.3 Differential Privacy; S1, slides "Formal Definition"; S4, slides "A better definition" and
        "Formal definition"`,
      said: "The definition, and in S0 the limits ε = 0 (perfect privacy) and ε = ∞ (none).",
    },
    errata: [
      {
        id: "E65",
        kind: "condition",
        where: 'S0, 5.3.1 The role of the privacy parameters; S4, slide "Formal definition"',
        said: "ε = 0 means perfect privacy, ε = ∞ means none.",
        right: "ε = 0 is perfect only if δ = 0 (else TV ≤ δ); ε = ∞ with δ = 0 still forbids changing the support.",
        defence: prose`S4 defines pure privacy only, and S0 itself writes, a few lines on, that ε = 0 gives full
          privacy when δ = 0. Nobody uses ε = ∞.`,
      },
    ],
    evidence: ["proved", "verified"],
  },
  {
    id: "delta-role",
    area: "definitions",
    title: "What δ means",
    statement: prose`With L = ln p(t)/q(t), t ~ P = M(D), the mechanism is (ε, δ)-DP iff E[(1 − e^(ε−L))₊] ≤ δ for all
      ordered pairs of neighbours. "ε-DP holds with probability 1 − δ" is literally true only as a mixture: P = (1−δ)P₀
      + δP₁ and Q = (1−δ)Q₀ + δQ₁ with P₀, Q₀ ε-indistinguishable. Since publishing one random record is (0, 1/n)-DP, δ
      must be far below 1/n, not merely at most 1/n.`,
    tex: String.raw`\delta(\varepsilon) = \mathbb{E}_{t\sim P}\bigl[(1-e^{\varepsilon-L(t)})_+\bigr]`,
    source: [works.dworkRoth2014, works.balleWang2018, works.meiser2018],
    lecture: {
      notes: ["S0", "S4"],
      where: 'S0, 5.3.1 The role of the privacy parameters; S4, slide "Approximate Differential Privacy"',
      said: prose`S0: one may take δ for the probability that the ε-guarantee fails, and it must be far below 1/n. S4:
        with probability δ anything may happen; δ ≤ 1/n.`,
    },
    errata: [
      {
        id: "E54",
        kind: "condition",
        where: "S0, 5.3.1 The role of the privacy parameters",
        said: "One may take δ for the probability that ε-DP fails.",
        right: prose`True in the mixture sense only: both laws split into ε-indistinguishable parts of weight 1 − δ and
          rests of weight δ.`,
        defence: prose`The notes say "may be viewed", as an interpretation, and in the mixture sense it is a theorem.`,
      },
    ],
    evidence: ["proved"],
  },
  {
    id: "pdp-vs-adp",
    area: "definitions",
    title: "Probabilistic against approximate differential privacy",
    statement: prose`Pr[L > ε] ≤ δ for all ordered pairs of neighbours is sufficient for (ε, δ)-DP, not necessary; the
      exact δ(ε) is never above this tail and equals it iff P[ε < L < ∞] = 0 (randomized response, Laplace and leaky
      randomized response at or beyond their own ε; never the Gaussian). Gaussian with μ = Δ₂/σ: tail = Φ(μ/2 − ε/μ),
      exact = Φ(μ/2 − ε/μ) − e^ε Φ(−μ/2 − ε/μ); at μ = ε = 1 the tail is 0.30854 and the exact δ 0.12694.`,
    tex:
      String.raw`\Phi\!\left(\tfrac{\mu}{2}-\tfrac{\varepsilon}{\mu}\right) - e^{\varepsilon}\Phi\!` +
      String.raw`\left(-\tfrac{\mu}{2}-\tfrac{\varepsilon}{\mu}\right) < \Phi\!` +
      String.raw`\left(\tfrac{\mu}{2}-\tfrac{\varepsilon}{\mu}\right)`,
    source: [works.dworkRoth2014, works.balleWang2018, works.meiser2018],
    lecture: {
      notes: ["S4"],
      where: 'S4, slide "Approximate Differential Privacy"',
      said: "(ε, δ)-DP holds if and only if Pr[L ≥ ε] ≤ δ.",
    },
    errata: [
      {
        id: "E49",
        kind: "refuted",
        where: 'S4, slide "Approximate Differential Privacy"',
        said: "(ε, δ)-DP iff Pr[L ≥ ε] ≤ δ.",
        right: prose`Only "if", and with ">": randomized response at ε = 1 is (1, 0)-DP although Pr[L ≥ 1] = e/(1+e) =
          0.7311; at ε = 0.5 its exact δ is 0.28765 and the tail 0.73106.`,
        defence: prose`The direction that every proof of the lecture uses, from the tail to (ε, δ)-DP, is true, and
          some authors take the tail condition as the definition. The slide says "iff".`,
      },
    ],
    evidence: ["proved", "verified"],
  },
  {
    id: "neighbour-relations",
    area: "definitions",
    title: "Neighbour relations: swap, add-remove, zero-out, event",
    statement: prose`swap: same size, one record replaced (unordered: histograms of equal size at ℓ₁ distance at most
      2); add-remove: one record more or fewer (ℓ₁ distance 1); zero-out: a record replaced by one that contributes 0,
      n public; event: one time step of a stream replaced. (ε, δ)-DP under add-remove implies (2ε, (1+e^ε)δ)-DP under
      swap; swap does not imply add-remove. Every guarantee has to name its relation.`,
    tex:
      String.raw`(\varepsilon,\delta)\text{ under add-remove} \;\Rightarrow\; \bigl(2\varepsilon,\,` +
      String.raw`(1+e^{\varepsilon})\delta\bigr)\text{ under swap}`,
    source: [works.kiferMachanavajjhala2011],
    lecture: {
      notes: ["S0", "S1", "S4"],
      where: prose`S0, 5.3.3 Neighboring databases; S1, slides "Formal Definition"; S4, slides "Formal definition"
        and "Visual representation"`,
      said: "Three relations in S0, replacement in S1; S4 writes D, D' ∈ Xⁿ and then removes a record.",
    },
    errata: [
      {
        id: "E48",
        kind: "slip",
        where: 'S4, slides "Formal definition" and "Visual representation"',
        said: "D and D' both lie in Xⁿ although D' is D without x.",
        right: "Removing a record changes the size: D' ∈ Xⁿ⁻¹ (add-remove), or replace the record instead (swap).",
        defence: prose`An earlier slide says that Bob is removed or replaced, and a record that is struck out may stand
          for an empty one; then both data sets have n entries.`,
      },
    ],
    evidence: ["proved", "verified"],
  },
  {
    id: "random-person",
    area: "definitions",
    title: "Publishing one random record is (0, 1/n)-DP",
    statement: prose`Releasing one uniformly chosen record of n is (0, 1/n)-DP and no better, under swap and (n against
      n − 1 records) under add-remove. Releasing m records without replacement is (0, m/n)-DP. So δ = 1/n protects
      nobody.`,
    tex: String.raw`\mathrm{TV} = m/n`,
    source: [works.dworkRoth2014],
    lecture: {
      notes: ["S0", "S4"],
      where: prose`S0, 5.3.1 The role of the privacy parameters; S4, handwriting after "Approximate Differential
        Privacy"`,
      said: "The same: (0, 1/n)-DP.",
    },
    errata: [],
    evidence: ["verified", "proved"],
  },
  {
    id: "deterministic-not-private",
    area: "definitions",
    title: "A deterministic private algorithm is constant",
    statement: prose`A deterministic algorithm is (ε, δ)-DP with finite ε and δ < 1 iff it is constant on every
      connected component of the neighbour graph; constants are private, nothing else is.`,
    tex: String.raw`D \sim D' \;\Rightarrow\; f(D) = f(D')`,
    source: [works.dworkRoth2014],
    lecture: {
      notes: ["S0", "S4"],
      where: 'S0, 5.3.1, second remark; S4, slide "Membership Inference"',
      said: prose`S0: a mechanism without randomness is constant (right). S4: a deterministic algorithm cannot be
        private.`,
    },
    errata: [
      {
        id: "E44",
        kind: "condition",
        where: 'S4, slide "Membership Inference", the question on deterministic algorithms',
        said: "A deterministic algorithm cannot be private.",
        right: "Constant algorithms are private; they are the only deterministic ones.",
        defence: prose`The slide's reason, that the adversary computes f(D) and f(D without x) and compares, supposes
          an algorithm whose answer depends on the data; an algorithm that ignores them is of no use. S0 has the full
          statement.`,
      },
    ],
    evidence: ["proved", "verified"],
    covers: "Folklore; the cited book says why randomness is needed.",
  },
  {
    id: "postprocessing",
    area: "definitions",
    title: "Post-processing",
    statement: prose`If M is (ε, δ)-DP then f ∘ M is (ε, δ)-DP for every randomized f whose coins are independent of
      the data.`,
    tex: String.raw`M \text{ is } (\varepsilon,\delta)\text{-DP} \;\Rightarrow\; f\circ M \text{ is } (\varepsilon,\delta)\text{-DP}`,
    source: [at(works.dworkRoth2014, "Proposition 2.1")],
    lecture: {
      notes: ["S0", "S1"],
      where: 'S0, 5.3.2 Algebra of private mechanisms; S1, slide "Properties"',
      said: "The same.",
    },
    errata: [],
    evidence: ["proved", "verified"],
  },
  {
    id: "fdp",
    area: "definitions",
    title: "Trade-off functions and their duality with δ(ε)",
    statement: prose`T(α) is the smallest type II error of a test at level α. M is (ε, δ)-DP iff for all neighbours
      T(α) ≥ f(α) = max{0, 1 − δ − e^ε α, e^(−ε)(1 − δ − α)}. For symmetric T, δ(ε) = 1 + T*(−e^ε). μ-GDP means T ≥
      G_μ(α) = Φ(Φ⁻¹(1−α) − μ); mechanisms that are μᵢ-GDP compose to √(Σ μᵢ²)-GDP, and a group of k records is
      protected at kμ.`,
    tex: String.raw`f_{\varepsilon,\delta}(\alpha) = \max\{0,\ 1-\delta-e^{\varepsilon}\alpha,\ e^{-\varepsilon}(1-\delta-\alpha)\}`,
    source: [works.wassermanZhou2010, works.kairouzOhViswanath2015, works.dongRothSu2022],
    lecture: {
      notes: ["S4"],
      where: 'S4, slides "Optimal tradeoff curve" to "Visualizing tradeoff curve of DP"',
      said: "Trade-off curves of attacks and the two lines that bound them.",
    },
    errata: [],
    evidence: ["literature", "verified"],
  },
];
