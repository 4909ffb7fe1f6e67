/** Claims on composition: what many releases cost together, and what a guarantee means for groups. */
import type { Claim } from "./claim.ts";
import { prose } from "./prose.ts";
import { at } from "./source.ts";
import { works } from "./works.ts";

export const compositionClaims: readonly Claim[] = [
  {
    id: "basic-composition",
    area: "composition",
    title: "Basic composition",
    statement: prose`Mechanisms that are (εᵢ, δᵢ)-DP for one neighbour relation, each chosen adaptively after seeing
      the earlier outputs and using its own coins, are together (Σεᵢ, Σδᵢ)-DP. For pure DP this is attained: k-fold
      randomized response has pure ε exactly kε.`,
    tex: String.raw`\Bigl(\sum_i \varepsilon_i,\ \sum_i \delta_i\Bigr)`,
    source: [works.dwork2006],
    lecture: {
      notes: ["S0", "S1", "S3"],
      where: prose`S0, 5.3.2 Algebra of private mechanisms; S1, slide "Properties"; S3, page "Adaptive Composition"`,
      said: "The same.",
    },
    errata: [],
    evidence: ["proved", "verified"],
  },
  {
    id: "advanced-composition",
    area: "composition",
    title: "Advanced composition, two constants",
    statement: prose`k adaptive uses of an (ε, δ)-DP mechanism are (ε', kδ + δ')-DP for every δ' in (0, 1), with ε' =
      ε√(2k ln(1/δ')) + kε(e^ε − 1), and also with the smaller second term kε·tanh(ε/2) = kε(e^ε−1)/(e^ε+1), about
      kε²/2 for small ε. Basic composition kε can be smaller than both: always take the minimum. The order √k·ε holds
      only while ε is at most about √(ln(1/δ')/k).`,
    tex: String.raw`\varepsilon' = \varepsilon\sqrt{2k\ln(1/\delta')} + k\varepsilon\,\frac{e^{\varepsilon}-1}{e^{\varepsilon}+1}`,
    source: [works.dworkRothblumVadhan2010, works.kairouzOhViswanath2015, works.dworkRothblum2016],
    lecture: {
      notes: ["S0", "S3"],
      where: 'S0, 5.3.2 Algebra of private mechanisms; S3, pages "Adaptive Composition" to "Proof Sketch"',
      said: "S0 gives the first second term and the order √k·ε; S3 the tanh form.",
    },
    errata: [
      {
        id: "E05",
        kind: "condition",
        where: "S0, 5.3.2 Algebra of private mechanisms, Composition",
        said: "ε' = Θ(√k·ε).",
        right: prose`Only for ε up to about √(ln(1/δ')/k). At ε = 1, k = 10⁴, δ' = 10⁻⁶ the formula gives 17708, the
          tanh form 5147, basic composition 10000.`,
        defence: prose`It is the usual summary for the usual case, a small ε and a fixed δ': the paragraph is about
          many releases of small cost.`,
      },
      {
        id: "E38",
        kind: "loose",
        where: 'S3, page "Adaptive Composition"',
        said: "The second term is about kε² for ε ≤ 1.",
        right: "It is at most kε², and about half of it: kε²/2 (at ε = 0.1: 0.0049958 per round).",
        defence: prose`It is a remark on orders under a brace, used only to see that the term is below √k·ε when √k·ε ≤
          1; for that an upper bound is enough.`,
      },
      {
        id: "E40",
        kind: "reading",
        where: 'S3, pages "Adaptive Composition" and "Reduction"',
        said: "In the lemma ln(1/δ) stands under the root, and the first page names no total δ.",
        right: "ln(1/δ') under the root; the total is kδ + δ'.",
        defence: prose`The first page has δ' under the root, and the lemma has the total kδ + δ': together they are
          complete. A prime is easily lost when handwriting is transcribed.`,
      },
      {
        id: "E41",
        kind: "slip",
        where: 'S3, page "Simulation Lemma"',
        said: "Dwork, Rothblum and Vadhan 2008.",
        right: "The paper is from 2010 (FOCS).",
        defence: "A year in brackets, written by hand from memory; an 8 and a 10 can be confused.",
      },
    ],
    evidence: ["literature", "verified"],
  },
  {
    id: "simulation-lemma",
    area: "composition",
    title: "The simulation lemma",
    statement: prose`If Y and Y' are (ε, δ)-indistinguishable there is one randomized F with F(U) ~ Y and F(V) ~ Y',
      where U, V is the pair of leaky randomized response. For finite laws F is explicit. Consequently leaky randomized
      response is the worst (ε, δ)-DP mechanism under composition. The mean privacy loss taken under A(x) is KL(A(x) ‖
      A(x')) ≥ 0.`,
    tex: String.raw`F(U) \sim Y,\quad F(V) \sim Y'`,
    source: [works.kairouzOhViswanath2015, works.murtaghVadhan2016],
    lecture: {
      notes: ["S3"],
      where: 'S3, pages "Privacy Loss as a Random Variable" and "Simulation Lemma"',
      said: prose`The lemma (correct), and the mean privacy loss, as transcribed, with the expectation under A(x').`,
    },
    errata: [
      {
        id: "E39",
        kind: "reading",
        where: 'S3, page "Privacy Loss as a Random Variable"',
        said: "The mean privacy loss is an expectation under A(x').",
        right: prose`Under A(x') it is −KL(A(x') ‖ A(x)) ≤ 0 (randomized response, ε = 1: −0.4621); it must be taken
          under A(x).`,
        defence: prose`One prime, in handwriting that was transcribed; the proof sketch takes the mean under U, the
          right side, and has the right value.`,
      },
    ],
    evidence: ["verified", "proved"],
  },
  {
    id: "leaky-rr",
    area: "composition",
    title: "Leaky randomized response",
    statement: prose`The pair P(0) = (1−δ)e^ε/(1+e^ε), P(1) = (1−δ)/(1+e^ε), P("U") = δ, and Q its mirror image with
      the mark "V" in place of "U", is exactly (ε, δ)-indistinguishable, and its trade-off function is f_{ε,δ} itself.`,
    tex:
      String.raw`P = \left(\tfrac{(1-\delta)e^{\varepsilon}}{1+e^{\varepsilon}},` +
      String.raw`\ \tfrac{1-\delta}{1+e^{\varepsilon}},\ \delta,\ 0\right)`,
    source: [works.kairouzOhViswanath2015, works.murtaghVadhan2016],
    lecture: {
      notes: ["S3"],
      where: 'S3, page "Simulation Lemma"',
      said: "The same table.",
    },
    errata: [],
    evidence: ["verified", "proved"],
  },
  {
    id: "kov-optimal-composition",
    area: "composition",
    title: "Optimal composition of equal guarantees",
    statement: prose`The k-fold adaptive composition of (ε, δ)-DP mechanisms is (g, δ_tot(g))-DP for every g ≥ 0, with
      δ_tot(g) = 1 − (1−δ)^k (1 − Σ_l C(k,l) (e^((k−l)ε) − e^(g+lε))₊ / (1+e^ε)^k), and nothing better holds for all
      such mechanisms. At g = (k−2i)ε the sum runs over l < i. Exact composition of unequal guarantees is #P-hard: use
      privacy-loss distributions.`,
    tex:
      String.raw`\delta_{\mathrm{tot}}(g) = 1-(1-\delta)^k\Bigl(1-\sum_{l=0}^{k}\tbinom{k}{l}` +
      String.raw`\tfrac{(e^{(k-l)\varepsilon}-e^{g+l\varepsilon})_+}{(1+e^{\varepsilon})^k}\Bigr)`,
    source: [works.kairouzOhViswanath2015, works.murtaghVadhan2016],
    lecture: {
      notes: ["S3"],
      where: 'S3, pages "Simulation Lemma" to "Proof Sketch"',
      said: "Implicit in the simulation lemma, with the union bound kδ where 1 − (1−δ)^k is exact.",
    },
    errata: [],
    evidence: ["verified", "literature"],
  },
  {
    id: "group-privacy",
    area: "composition",
    title: "Group privacy",
    statement: prose`For data sets at distance k (k steps of the neighbour relation) an (ε, δ)-DP mechanism is (kε,
      δ(e^(kε) − 1)/(e^ε − 1))-indistinguishable, and this is attained. k·e^((k−1)ε)·δ is a valid, larger δ (k = 5, ε =
      0.5, δ = 0.001: 0.01724 against 0.03695).`,
    tex: String.raw`\delta_k = \delta\,\frac{e^{k\varepsilon}-1}{e^{\varepsilon}-1}`,
    source: [works.vadhan2017, at(works.dworkRoth2014, "Theorem 2.2")],
    lecture: {
      notes: ["S0", "S1"],
      where: 'S0, 5.3.2 Algebra of private mechanisms; S1, slide "Properties"',
      said: "S0: (kε, k·e^((k−1)ε)·δ), valid. S1: e^(kε) along a chain x ~ x² ~ … ~ xᵏ, valid.",
    },
    errata: [
      {
        id: "E23",
        kind: "loose",
        where: 'S1, slide "Properties", Group privacy',
        said: "A chain x ~ x² ~ … ~ xᵏ costs at most e^(kε).",
        right: prose`Such a chain has k − 1 steps, so e^((k−1)ε) holds; e^(kε) is true and weaker. With x ~ x¹ in
          front the count is right.`,
        defence: prose`The inequality is true as printed, and it is the right one for data sets that differ in k
          records, which is what the slide is about.`,
      },
    ],
    evidence: ["proved", "verified"],
  },
];
