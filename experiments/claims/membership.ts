/** Claims on membership inference: the best test, the region privacy forbids, the exact curves. */
import type { Claim } from "./claim.ts";
import { prose } from "./prose.ts";
import { works } from "./works.ts";

export const membershipClaims: readonly Claim[] = [
  {
    id: "mia-np",
    area: "membership",
    title: "The best membership test",
    statement: prose`To tell two known neighbours apart, H₀ (not a member) against H₁ (member), the likelihood-ratio
      test, randomized at ties, has the smallest type II error at every level. With type I error α = P(guess H₁ | H₀)
      and type II error β = P(guess H₀ | H₁), better attacks lie below; in the plane of true against false positive
      rate they lie above. Empirical attacks only bound the leakage from below.`,
    source: [works.neymanPearson1933],
    lecture: {
      notes: ["S4"],
      where: 'S4, slides "Quantifying attack success" to "Optimal tradeoff curve"',
      said: "The most powerful test, with the plane of type I and type II errors.",
    },
    errata: [
      {
        id: "E45",
        kind: "reading",
        where: 'S4, slide "Comparing tradeoff curves"',
        said: "A higher trade-off curve means that more leakage was found.",
        right: prose`True where the curve is the true positive rate over the false one; in the plane of the two
          errors better attacks lie below.`,
        defence: prose`The slide's picture is missing from the text: if its axes are rates of success, as an attacker
          would draw them, the sentence is right.`,
      },
      {
        id: "E46",
        kind: "slip",
        where: 'S4, slide "Quantifying connection"',
        said: "Type I error is guessing H₀ when H₁ holds.",
        right: "Type I is rejecting H₀ when it holds: P(guess H₁ | H₀). Declare H₀ and use one naming throughout.",
        defence: prose`Which hypothesis is the null is a convention; a later slide calls it type I to guess non-member
          of a member, which fits this naming. The two inequalities are symmetric and stay true.`,
      },
      {
        id: "E47",
        kind: "reading",
        where: 'S4, slides "Visualizing connection"',
        said: "The bounding lines have slopes e^ε and e^(−ε).",
        right: prose`In the plane of the two errors −e^ε and −e^(−ε); e^ε and e^(−ε) where the true positive rate is
          drawn over the false one.`,
        defence: prose`The pictures are missing from the text; one may speak of how steep a falling line is without its
          sign, and in the plane of the two rates the slopes are as printed.`,
      },
    ],
    evidence: ["proved", "literature"],
  },
  {
    id: "mia-dp-bounds",
    area: "membership",
    title: "What (ε, δ)-DP forbids an attacker",
    statement: prose`For neighbours of an (ε, δ)-DP mechanism every test satisfies β + e^ε α ≥ 1 − δ and e^ε β + α ≥ 1
      − δ. Hence TV ≤ (e^ε − 1 + 2δ)/(e^ε + 1), the accuracy with a balanced prior is at most (e^ε + δ)/(1 + e^ε), the
      corner of the region is α = β = (1−δ)/(1+e^ε), and for δ = 0 the posterior odds differ from the prior odds by a
      factor in [e^(−ε), e^ε].`,
    tex: String.raw`\beta + e^{\varepsilon}\alpha \ge 1-\delta,\qquad e^{\varepsilon}\beta+\alpha\ge 1-\delta`,
    source: [works.wassermanZhou2010, works.kairouzOhViswanath2015, works.yeom2018, works.humphries2020],
    lecture: {
      notes: ["S4"],
      where: 'S4, slides "Quantifying connection", "Visualizing connection" and "Approximate DP"',
      said: "The two inequalities and the flat segments of length δ (correct).",
    },
    errata: [],
    evidence: ["proved"],
  },
  {
    id: "mia-exact-tradeoffs",
    area: "membership",
    title: "Exact trade-off curves of the basic mechanisms",
    statement: prose`Randomized response: the curve f_{ε,0}, TV tanh(ε/2), best balanced accuracy e^ε/(1+e^ε). Leaky
      randomized response: f_{ε,δ}, accuracy (e^ε+δ)/(1+e^ε). Laplace of scale Δ/ε: 1 − e^ε α for α < e^(−ε)/2,
      e^(−ε)/(4α) up to 1/2, e^(−ε)(1−α) beyond; TV 1 − e^(−ε/2), accuracy 1 − e^(−ε/2)/2, and δ(ε') = 1 − e^((ε'−ε)/2)
      for 0 ≤ ε' ≤ ε. Gaussian with μ = Δ/σ: Φ(Φ⁻¹(1−α) − μ), TV 2Φ(μ/2) − 1, accuracy Φ(μ/2); k-fold: μ√k; no ε with δ
      = 0.`,
    tex:
      String.raw`T_{\mathrm{Lap}}(\alpha) = \begin{cases}1-e^{\varepsilon}\alpha & \alpha<e^{-\varepsilon}/2\\ ` +
      String.raw`e^{-\varepsilon}/(4\alpha) & e^{-\varepsilon}/2\le\alpha\le 1/2\\ ` +
      String.raw`e^{-\varepsilon}(1-\alpha) & \alpha>1/2\end{cases}`,
    source: [works.wassermanZhou2010, works.kairouzOhViswanath2015, works.dongRothSu2022, works.shokri2017],
    lecture: {
      notes: ["S4"],
      where: prose`S4, slides "Visualizing tradeoff curve of DP" and "Visualizing tradeoff curve of DP and Gaussian
        mechanism"`,
      said: prose`Pictures of the curves, which the text does not have; the Gaussian's is vertical at the edges
        (correct).`,
    },
    errata: [],
    evidence: ["verified", "proved"],
  },
  {
    id: "map-reconstruction",
    area: "membership",
    title: "Guessing a record among M values",
    statement: prose`If a record is uniform over M values and everything else is known, the maximum a posteriori guess
      from an ε-DP output (swap) is right with probability at most e^ε/(e^ε + M − 1); M-ary randomized response attains
      it (M = 10: 0.23197 at ε = 1, 0.69057 at ε = 3). For a general prior π: at most min(1, e^ε max π).`,
    tex: String.raw`\Pr[\text{MAP correct}] \le \frac{e^{\varepsilon}}{e^{\varepsilon}+M-1}`,
    source: [works.guo2022],
    lecture: {
      notes: ["S4"],
      where: 'S4, slide "Performing membership inference"',
      said: "The guess argmax Pr[Y|x']·Pr[x'], called maximum likelihood.",
    },
    errata: [
      {
        id: "E51",
        kind: "slip",
        where: 'S4, slide "Performing membership inference"',
        said: "argmax Pr[Y|x']·Pr[x'] is the maximum-likelihood guess.",
        right: "It is the maximum a posteriori guess; maximum likelihood ignores the prior.",
        defence: prose`With a flat prior, which is the usual case of the attack, the two guesses are the same, and the
          formula itself is right.`,
      },
    ],
    evidence: ["proved"],
  },
];
