import { describe, expect, it } from "vitest";
import { areas, claim, claims, erratumKinds, lectureNotes } from "./index.ts";
import { works } from "./works.ts";

/** The catalogue's ids, section by section; a claim may not be lost. */
const testable = `
  def-dp delta-role pdp-vs-adp neighbour-relations random-person deterministic-not-private postprocessing
  basic-composition advanced-composition simulation-lemma leaky-rr kov-optimal-composition group-privacy fdp
  sensitivity laplace-mechanism laplace-accuracy gaussian-classic gaussian-analytic gaussian-tail-calibration
  laplace-vs-gaussian-dimension geometric-mechanism discrete-gaussian float-attack
  counting-histogram-noisymax-accuracy nonparametric-density
  exponential-mechanism exp-utility exp-continuous majority noisy-max inverse-sensitivity ism-discrete
  lb-discrete-unbiased ism-quarter-optimal ism-mean lb-continuous-unbiased ism-smoothed jointexp quantile-atoms
  hsjointexp smooth-sensitivity grid-releases grid-quantiles grid-selection vector-discrete-gaussian
  differencing-attack linkage-attack k-anonymity reconstruction-attack census-reconstruction model-inversion
  one-run-trade-off watched-audit sampled-divergence-audit audited-pair-search shipped-guarantees
  empirical-membership mia-np mia-dp-bounds mia-exact-tradeoffs map-reconstruction
  randomized-response local-vs-central list-experiment frequency-oracles private-unit-vectors shuffling-amplification
  metric-privacy income-map rappor-stages one-bit-mean count-mean-sketch
  lecam-classic lecam-private lecam-approx-dp lecam-zcdp lecam-gdp fano-private laplace-tight privacy-free-crossover
  exact-minimax geometric-universal fingerprinting-bound van-trees-private local-lower-bounds
  dp-generalization-expectation dp-generalization-whp robust-perfect-generalization above-threshold sparse-vector
  numeric-sparse thresholdout thresholdout-accuracy holdout-overfitting holdout-vote-attack
  p-values bh alpha-investing lord saffron mult-sensitivity paprika
  pcpd-offline pcpd-online
  counter-naive tree-aggregation matrix-factorisation pftal
  clip convexity-gd dp-gd dp-sgd rdp zcdp subsampling-amplification moments-accountant pld stated-upper-bounds nn-numbers
  hyperparameter-tuning mnist-private-training
  output-perturbation objective-perturbation exp-mech-erm klnrs-learning subsample-aggregate pate
  linreg-sufficient-statistics dp-erm-rates erm-lower-bounds private-svm poisoning-canary public-data
  mwem synth-histogram max-error aim private-bandits
  top-k stability-histogram propose-test-release matrix-mechanism analyze-gauss
  validity-of-verdicts paired-log-ratio coupled-log-ratio published-audits
`
  .trim()
  .split(/\s+/);

const documented = [
  "legal-identifiability",
  "adoption-list",
  "explaining-dp",
  "k-anonymity-history",
  "synthetic-hardness",
];

/**
 * Every number that was ever given: 1 to 57, five of them with a second part, two later ones, and the letters of those that were
 * split by kind.
 */
const errata = [
  ...Array.from({ length: 57 }, (_, index) => `E${String(index + 1).padStart(2, "0")}`),
  ...["E02b", "E08b", "E12b", "E50b", "E55b"],
  ...["E61", "E65"],
  ...["E10b", "E13b", "E13c", "E13d", "E15b", "E15c", "E16b", "E19b", "E33b", "E35b"],
];

const ids = claims.map(({ id }) => id);

describe("the claims", () => {
  it("are the 148 testable ones and the 5 kept as documentation", () => {
    expect(testable).toHaveLength(148);
    expect(documented).toHaveLength(5);
    expect([...ids].sort()).toEqual([...testable, ...documented].sort());
  });

  it("say why no run decides them exactly where none does", () => {
    expect(claims.filter((each) => each.citedBecause !== undefined).map(({ id }) => id)).toEqual(documented);
  });

  it("have unique names in kebab case, aliases included", () => {
    const names = claims.flatMap(({ id, aliases }) => [id, ...(aliases ?? [])]);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
  });

  it("stand in the order of their areas, and no area is empty", () => {
    expect([...new Set(claims.map(({ area }) => area))]).toEqual(areas);
    const ranks = claims.map(({ area }) => (areas as readonly string[]).indexOf(area));
    expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
  });

  it("carry every erratum exactly once", () => {
    const all = claims.flatMap((each) => [...each.errata, ...(each.withdrawn ?? [])]);
    expect(all.map(({ id }) => id).sort()).toEqual([...errata].sort());
    expect(claims.flatMap((each) => (each.withdrawn ?? []).map(({ id }) => id)).sort()).toEqual(["E34", "E35b", "E37"]);
  });

  it("say of every erratum what it is, where it stands in the notes of its claim, and what speaks for the author", () => {
    for (const { id: claim, lecture, errata, withdrawn = [] } of claims) {
      for (const { id, where } of [...errata, ...withdrawn]) {
        const [notes] = where.split(", ", 1);
        expect(lecture?.notes, `${id} of ${claim}`).toContain(notes);
        expect(where.length, id).toBeGreaterThan("S0, 5.8".length - 1);
      }
      for (const { id, kind, defence } of errata) {
        expect(Object.keys(erratumKinds), id).toContain(kind);
        expect(defence.length, id).toBeGreaterThan(40);
      }
    }
  });

  it("say where the notes speak of them, for each of the notes that they name", () => {
    for (const { id, lecture } of claims) {
      if (lecture === undefined) continue;
      const placed = lecture.where.split("; ").map((place) => place.slice(0, 2));
      expect([...new Set(placed)], id).toEqual(lecture.notes);
    }
  });

  it("do not count as an error what is true, implied, a name, or perhaps lost in the text", () => {
    const kindOf = (id: string) => claims.flatMap((each) => each.errata).find((each) => each.id === id)?.kind;
    for (const id of ["E18", "E19", "E23"]) expect(kindOf(id), id).toBe("loose");
    for (const id of ["E08b", "E09", "E20", "E36", "E44"]) expect(kindOf(id), id).toBe("condition");
    for (const id of ["E13d", "E14", "E15", "E16", "E19b", "E29", "E42", "E45"]) expect(kindOf(id), id).toBe("reading");
    for (const id of ["E41", "E61"]) expect(kindOf(id), id).toBe("slip");
    for (const id of ["E01", "E03", "E17", "E27", "E49", "E55", "E55b"]) expect(kindOf(id), id).toBe("refuted");
  });

  it("say what the lecture notes said wherever they correct them", () => {
    expect(claims.filter((each) => each.errata.length > 0 && each.lecture === undefined)).toEqual([]);
  });

  it("spell the neighbour relations in one way", () => {
    for (const each of claims) expect(JSON.stringify(each)).not.toMatch(/addrem|zeroout|add\/rem/);
  });
});

describe.each(claims)("$id", (each) => {
  it("has no empty or untrimmed text", () => {
    const texts = [
      ...[each.title, each.statement, each.covers ?? "none", each.citedBecause ?? "none", each.tex ?? "none"],
      ...each.source.flatMap(({ work, where }) => [work, where ?? "none"]),
      ...each.errata.flatMap(({ where, said, right, defence }) => [where, said, right, defence]),
      ...(each.withdrawn ?? []).flatMap(({ where, said, because }) => [where, said, because]),
      ...[each.lecture?.said ?? "none", each.lecture?.where ?? "none"],
    ];
    for (const text of texts) {
      expect(text).not.toBe("");
      expect(text).toBe(text.trim().replace(/\s+/g, " "));
    }
    for (const text of [each.statement, each.covers ?? "None."]) expect(text).toMatch(/[.)?]$/);
  });

  it("rests on evidence, and on a source", () => {
    expect(each.evidence.length).toBeGreaterThan(0);
    expect(new Set(each.evidence).size).toBe(each.evidence.length);
    expect(each.source.length).toBeGreaterThan(0);
    for (const { year } of each.source) expect(year).toSatisfy((value: number) => value >= 1930 && value <= 2024);
    if (each.lecture) for (const notes of each.lecture.notes) expect(lectureNotes[notes].id).toBe(notes);
  });

  it("has LaTeX with balanced braces and no delimiters", () => {
    const tex = each.tex ?? "x";
    expect(tex).not.toContain("$");
    let depth = 0;
    for (const letter of tex.replace(/\\[{}]/g, "")) {
      depth += letter === "{" ? 1 : letter === "}" ? -1 : 0;
      expect(depth).toBeGreaterThanOrEqual(0);
    }
    expect(depth).toBe(0);
  });
});

describe("a statement is the corrected one, not the printed one:", () => {
  it.each([
    ["laplace-accuracy", "ℓ-infinity error", "ℓ₁ error of the Laplace mechanism"],
    ["laplace-mechanism", "the standard deviation is √2·Δ₁/ε", "standard deviation Δ"],
    ["exp-utility", "max u − u(x, output) ≥", "q(x,r) − max q ≤"],
    ["pdp-vs-adp", "sufficient for (ε, δ)-DP, not necessary", "iff Pr[L"],
    ["gaussian-classic", "For ε in (0, 1)", "N(0, 1/ε)"],
    ["gaussian-tail-calibration", "(z + √(z² + 2ε))/(2ε)", "(1 + 2τ)/ε"],
    ["sensitivity", "under add-remove: D/2", "sensitivity D under"],
    ["randomized-response", "2·mean − 1/2", "2·mean − 1 "],
    ["ism-quarter-optimal", "any unbiased ε/4-DP", "any ε/4-DP"],
    ["lecam-private", "that is ε-DP under swap", "for all ψ"],
    ["privacy-free-crossover", "not from 3", "free at ε = 3"],
    ["thresholdout", "from the original T", "T = T + Lap"],
    ["thresholdout-accuracy", "6e^(−τ²n)", "6exp(−τ²/2)"],
    ["above-threshold", "paid in accuracy", "ε = log k"],
    ["bh", "depends on the data", "fixed k"],
    ["counter-naive", "deviation √(2t)/ε", "τ·Lap"],
    ["tree-aggregation", "L = ⌊log₂T⌋ + 1", "scale ⌈log₂T⌉"],
    ["clip", "z·min(1, C/‖z‖)", "max(1, C/"],
    ["dp-gd", "2C/n under swap", "= C/n under"],
    ["dp-sgd", "θ ← θ − η", "θ + η"],
    ["rdp", "E_{x~Q}", "E_{x~P}"],
    ["subsampling-amplification", "ln(1 + p(e^ε−1))", "pε,"],
    ["exp-mech-erm", "D = 2GR", "range D = GR"],
    ["objective-perturbation", "⟨b, w⟩/n", "⟨b, w⟩ exactly"],
    ["subsample-aggregate", "bias is o(1/√n)", "always optimal"],
    ["klnrs-learning", "finite hypothesis class", "finite data universe"],
    ["deterministic-not-private", "constants are private", "cannot be private"],
    ["group-privacy", "(e^(kε) − 1)/(e^ε − 1)", "(kε, kδ)"],
  ])("%s", (id, right, wrong) => {
    expect(claim(id).statement).toContain(right);
    expect(claim(id).statement).not.toContain(wrong);
  });
});

describe("claim", () => {
  it("finds a claim by its id and by an alias", () => {
    expect(claim("laplace-accuracy").id).toBe("laplace-accuracy");
    expect(claim("linreg").id).toBe("linreg-sufficient-statistics");
  });

  it("refuses an unknown id with the names most like it", () => {
    expect(() => claim("laplace-acuracy")).toThrow(
      new RangeError('no claim is called "laplace-acuracy"; did you mean laplace-accuracy?'),
    );
    expect(() => claim("qqqqqqqq")).toThrow(new RangeError('no claim is called "qqqqqqqq"'));
  });
});

describe("the works", () => {
  it("are each cited by some claim, and by no DOI twice", () => {
    const cited = new Set(claims.flatMap((each) => each.source.map(({ work }) => work)));
    expect(Object.values(works).filter(({ work }) => !cited.has(work))).toEqual([]);
    const identifiers = Object.values(works).flatMap(({ doi }) => doi ?? []);
    expect(new Set(identifiers).size).toBe(identifiers.length);
    for (const identifier of identifiers) expect(identifier).toMatch(/^10\.\d{4,5}\/\S+$/);
  });
});

describe("the lecture notes", () => {
  it("are five, and each is spoken of by some claim", () => {
    expect(Object.keys(lectureNotes)).toEqual(["S0", "S1", "S2", "S3", "S4"]);
    const spoken = new Set(claims.flatMap((each) => each.lecture?.notes ?? []));
    expect([...spoken].sort()).toEqual(Object.keys(lectureNotes));
  });
});
