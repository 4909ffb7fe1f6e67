/** Claims on the local model: randomized response, its price, and a survey technique that only looks private. */
import type { Claim } from "./claim.ts";
import { prose } from "./prose.ts";
import { works } from "./works.ts";

export const localClaims: readonly Claim[] = [
  {
    id: "randomized-response",
    area: "local",
    title: "Randomized response and its unbiased estimate",
    statement: prose`Answering truthfully with probability q = e^ε/(1+e^ε) is ε-DP locally and for the whole vector
      under swap. The estimate (mean − (1−q))/(2q−1) of the proportion p is unbiased, with variance [p(1−p) +
      e^ε/(e^ε−1)²]/n. With two coins (flip the answer iff both show tails) ε = ln 3, the estimate is 2·mean − 1/2 and
      the variance (p(1−p) + 3/4)/n: 1 + 3/(4p(1−p)) ≥ 4 times the price of truth, 4 only at p = 1/2, 9.33 at p = 0.1,
      76.8 at p = 0.01.`,
    tex:
      String.raw`\hat p = \frac{\bar y-(1-q)}{2q-1},\qquad \operatorname{Var}\hat p = ` +
      String.raw`\frac1n\Bigl[p(1-p)+\frac{e^{\varepsilon}}{(e^{\varepsilon}-1)^2}\Bigr]`,
    source: [works.warner1965],
    lecture: {
      notes: ["S0", "S1"],
      where: 'S0, 5.8 Misc.; S1, slides "Survey on triathletes"',
      said: "Two coins, ln 3, about four times the variance (correct); S1 estimates p by 2·mean − 1.",
    },
    errata: [
      {
        id: "E17",
        kind: "refuted",
        where: 'S1, slides "Survey on triathletes"',
        said: "The estimate is 2·mean − 1.",
        right: "It is 2·mean − 1/2; the printed one is biased by exactly −1/2 (p = 0.3 gives −0.2).",
        defence: prose`The probabilities on the slide, 1/4 + x/2, are right and give the estimate at once; a 1/2 became
          a 1, on both versions of the slide.`,
      },
    ],
    evidence: ["verified", "proved"],
  },
  {
    id: "local-vs-central",
    area: "local",
    title: "The price of the local model",
    statement: prose`For the mean of n bits, measured against the sample mean under swap, central Laplace noise has
      deviation √2/(nε) and local randomized response √(e^ε/(e^ε−1)²/n), about 1/(ε√n). The ratio is √(n/2)·ε/(2
      sinh(ε/2)): 70.7, 70.0, 67.8 at n = 10⁴ and ε = 0.1, 0.5, 1.`,
    tex:
      String.raw`\frac{\mathrm{sd}_{\mathrm{local}}}{\mathrm{sd}_{\mathrm{central}}} = \sqrt{n/2}\;` +
      String.raw`\frac{\varepsilon}{2\sinh(\varepsilon/2)}`,
    source: [works.kasiviswanathan2011, works.duchiJordanWainwright2013],
    lecture: {
      notes: ["S0"],
      where: "S0, 5.8 Misc.",
      said: "A trusted curator adds less noise than the local model.",
    },
    errata: [],
    evidence: ["proved", "verified"],
  },
  {
    id: "list-experiment",
    area: "local",
    title: "The list experiment is not differentially private",
    statement: prose`Each respondent gets, with probability 1/2, a list with the sensitive item added, and answers only
      a count. With group and count released and neighbours that differ in the sensitive bit only, δ(ε) = 1/2 for every
      finite ε: it is exactly (0, 1/2)-DP. With the whole record replaced (swap) δ = 1. Hiding the group does not help,
      and answers at the floor or ceiling reveal the bit with certainty. Even the difference of means alone has
      infinite ε at n = 4. Laplace noise on the two group sums (scale 4/ε for counts 0 to 4 under swap, 1/ε if only the
      bit may change), or randomized response on the item, repairs it.`,
    source: [works.warner1965],
    lecture: {
      notes: ["S4"],
      where: 'S4, slide "List Experiment"',
      said: "The question whether the list experiment is differentially private.",
    },
    errata: [],
    evidence: ["proved", "verified"],
    covers: prose`The list experiment, or item count technique, is from the survey literature; the citation is for its
      private counterpart.`,
  },
  {
    id: "frequency-oracles",
    area: "local",
    title: "Frequency oracles: the share of every choice from local answers",
    statement: prose`An answer that supports its truth with probability p and any other choice with probability q gives the
      unbiased estimate (m − q)/(p − q) of a share f, with variance r(1 − r)/(n(p − q)²), r = q + (p − q)f. Optimised unary
      encoding (p = 1/2, q = 1/(e^ε+1)) has 4e^ε/(n(e^ε−1)²) near f = 0, whatever the number of choices; local hashing to
      e^ε + 1 buckets the same with a short answer; Hadamard response (e^ε+1)²/(n(e^ε−1)²) with an answer of log₂ K bits. All
      three are ε-DP, exactly.`,
    tex:
      String.raw`\operatorname{Var}\hat f = \frac{r(1-r)}{n(p-q)^2},\qquad \operatorname{Var}^*_{f=0} = ` +
      String.raw`\frac{4e^{\varepsilon}}{n(e^{\varepsilon}-1)^2}`,
    source: [works.wangBlockiLiJha2017, works.acharyaSunZhang2019],
    errata: [],
    evidence: ["proved", "verified"],
  },
  {
    id: "private-unit-vectors",
    area: "local",
    title: "PrivUnit: unit vectors in the local model",
    statement: prose`A vector V that is uniform on the cap {<v,u> ≥ t} of share c with probability p, and else uniform outside, is
      ε-DP with e^ε = (p/(1−p))·((1−c)/c), exactly. V/m with m = E<V,u> is unbiased, of squared error 1/m² − 1, least at one
      split of ε between p and c.`,
    tex: String.raw`e^{\varepsilon} = \frac{p}{1-p}\cdot\frac{1-c}{c},\qquad \mathbb{E}\lVert V/m-u\rVert^2 = \frac1{m^2}-1`,
    source: [works.bhowmick2018],
    errata: [],
    evidence: ["proved", "verified"],
  },
  {
    id: "shuffling-amplification",
    area: "local",
    title: "Amplification by shuffling",
    statement: prose`Answers of one ε₀-DP mechanism that arrive in random order hide each other: every other answer is a clone of one
      of three laws of the respondent in question, and δ(ε) of all of them is at most a sum over the numbers of clones, computed
      exactly. Closed form: ε ≤ ln(1 + (e^ε₀−1)/(e^ε₀+1)·(8√(e^ε₀ ln(4/δ)/n) + 8e^ε₀/n)) if ε₀ ≤ ln(n/(16 ln(2/δ))), some
      five times as much. For randomized response among k choices both ends are known within one per cent of ε; leaving the
      other choices out, as published for k ≥ 4, is no upper bound.`,
    tex:
      String.raw`\varepsilon \le \ln\Bigl(1+\tfrac{e^{\varepsilon_0}-1}{e^{\varepsilon_0}+1}\Bigl(8\sqrt{` +
      String.raw`\tfrac{e^{\varepsilon_0}\ln(4/\delta)}{n}}+\tfrac{8e^{\varepsilon_0}}{n}\Bigr)\Bigr)`,
    source: [works.feldmanMcMillanTalwar2021, works.feldmanMcMillanTalwar2023, works.balleBellGasconNissim2019],
    errata: [],
    evidence: ["proved", "verified", "literature"],
    covers: "The closed form is quoted and not derived again; the numerical bound is held against it.",
  },
  {
    id: "metric-privacy",
    area: "local",
    title: "Neighbours by distance: places on a map, texts by their edits",
    statement: prose`Where neighbours are k steps of a distance apart, an ε-DP mechanism has kε: a guarantee as a function of the
      distance (metric privacy). For places planar Laplace noise, of a uniform direction and a radius from Gamma(2, s), has
      exactly r/s for places at a distance r, so that a place within a radius R is hidden at ε = R/s. The loss of two places is
      constant on hyperbolas around both and has a closed law. Laplace noise of scale s on each coordinate is not the same: it
      has √2·r/s along a diagonal. For texts, a count of a letter has sensitivity 1 under one edit, the number of places that
      agree with a given text has not: an insertion shifts all that follows.`,
    tex: String.raw`p(z\mid x) = \frac{1}{2\pi s^2}e^{-|z-x|/s},\qquad \varepsilon(x,x') = |x-x'|/s`,
    source: [works.andres2013],
    lecture: {
      notes: ["S4"],
      where: 'S4, slide "A better definition"',
      said: "Neighbours may also be places within a range, or texts at an edit distance of 1.",
    },
    errata: [],
    evidence: ["proved", "verified"],
    covers: "Texts of two letters, up to five of them, all pairs.",
    aliases: ["geo-indistinguishability"],
  },
  {
    id: "income-map",
    area: "local",
    title: "The same noise at every zoom level is not the same privacy",
    statement: prose`Mean incomes within [0, M] of the cells of a map, each with Laplace noise of scale 1: a cell of n people has
      ε = M/n for one person's income under swap, who stays in place. Cells of a level are disjoint, so that a level has the
      ε of its least cell; levels add up. With N people and cells of equal numbers, four times as many at each level, the
      levels 0 to L have M(4^(L+1) − 1)/(3N): the finest alone makes up three quarters of it. A cell of one person has ε = M,
      200 for incomes in thousands.`,
    tex: String.raw`\varepsilon_{\text{cell}} = M/n,\qquad \varepsilon_{0..L} = \frac{M}{N}\cdot\frac{4^{L+1}-1}{3}`,
    source: [works.dwork2006],
    lecture: {
      notes: ["S4"],
      where: 'S4, slide "Sensitivity"',
      said: "The question whether the average income at different zoom levels, with Lap(0, 1), leaks the same.",
    },
    errata: [],
    evidence: ["proved", "verified"],
  },
  {
    id: "rappor-stages",
    area: "local",
    title: "RAPPOR: what the permanent answer is for",
    statement: prose`Each bit is replaced by a fair coin with probability f, once and for all; reports tell a permanent 1 as 1 with
      probability q and a permanent 0 with p. With h hash functions the permanent answer is 2h ln((1 − f/2)/(f/2))-DP, and one
      report h ln(q'(1 − p')/(p'(1 − q'))), q' = (1 − f/2)q + (f/2)p, p' = (f/2)q + (1 − f/2)p. The ε of k reports is exactly the
      loss of k ones at the places that were 1 and of k zeros at the others; it rises with k to that of the permanent answer
      and never above, where fresh coins would cost k times as much as one report. At f = 1/2, q = 3/4, p = 1/2, h = 2: 1.07,
      2.02, 3.29, 4.18 for 1, 2, 4, 8 reports, and 4.39 for ever.`,
    source: [works.erlingssonPihurKorolova2014],
    lecture: {
      notes: ["S1"],
      where: 'S1, slide "They already adopted DP"',
      said: "Google's RAPPOR is named.",
    },
    errata: [],
    evidence: ["proved", "verified"],
    covers: "A value that does not change; a new value has a permanent answer of its own, and the epsilons add up.",
  },
  {
    id: "one-bit-mean",
    area: "local",
    title: "One bit for a mean",
    statement: prose`A value x in [0, m] is answered by one bit that is 1 with probability (1 + (x/m)(e^ε − 1))/(e^ε + 1): ε-DP, and no
      better. The mean of (m/(e^ε − 1))((e^ε + 1)·bit − 1) is unbiased, with a standard deviation of at most m(e^ε + 1)/(2(e^ε −
      1)√n). Rounding to an end of the range at random without the noise is unbiased too, and not private at all.`,
    tex: String.raw`\Pr[b=1] = \frac{1}{e^{\varepsilon}+1}+\frac{x}{m}\cdot\frac{e^{\varepsilon}-1}{e^{\varepsilon}+1}`,
    source: [works.dingKulkarniYekhanin2017],
    lecture: {
      notes: ["S1"],
      where: 'S1, slide "They already adopted DP"',
      said: "Microsoft is named.",
    },
    errata: [],
    evidence: ["proved", "verified"],
  },
  {
    id: "count-mean-sketch",
    area: "local",
    title: "Apple's count-mean sketch",
    statement: prose`A choice is hashed to one of m buckets by a random function, and the m bits of the bucket are told by randomized
      response at ε/2 each: ε-DP, as two buckets differ in two bits, and no better. An answer supports its truth with
      probability p = e^(ε/2)/(e^(ε/2) + 1) and any other choice with p/m + (1 − p)(1 − 1/m), for functions under which two choices
      meet with probability 1/m; the server's estimate is then the unbiased one. Told at ε per bit it has 2ε.`,
    source: [works.apple2017],
    lecture: {
      notes: ["S1"],
      where: 'S1, slide "They already adopted DP"',
      said: "Apple is named.",
    },
    errata: [],
    evidence: ["proved", "verified"],
    covers: "Functions drawn from a whole family; the 65,536 that Apple fixed leave a bias by their collisions.",
  },
];
