/** Claims on generalisation: what privacy says about overfitting. */
import type { Claim } from "./claim.ts";
import { prose } from "./prose.ts";
import { works } from "./works.ts";

export const generalisationClaims: readonly Claim[] = [
  {
    id: "dp-generalization-expectation",
    area: "generalisation",
    title: "Private algorithms do not overfit in expectation",
    statement: prose`Let S be n i.i.d. records and φ = A(S) a function to [0, 1] chosen by an (ε, δ)-DP algorithm
      (swap). Then |E[mean_S φ − E_P φ]| ≤ (e^ε − 1 + 2δ)/(e^ε + 1). For δ = 0 the sharp bound, for every n, is
      tanh(ε/4) ≤ ε/4, attained at n = 1 by subset selection of a share q = 1/(1+e^(ε/2)) of many points.`,
    tex: String.raw`\bigl|\mathbb{E}[\mathbb{E}_S\varphi-\mathbb{E}_P\varphi]\bigr| \le \tanh(\varepsilon/4)\quad(\delta=0)`,
    source: [works.dworkStatistical2015, works.bassily2016],
    lecture: {
      notes: ["S0"],
      where: "S0, 5.5.1 DP and generalization",
      said: "The overfitting of a private algorithm is at most ε.",
    },
    errata: [
      {
        id: "E56",
        kind: "condition",
        where: "S0, 5.5.1 DP and generalization",
        said: "The overfitting of an ε-DP algorithm is at most ε.",
        right: prose`In expectation, for i.i.d. data, functions to [0, 1] and swap; then even tanh(ε/2) ≤ ε/2, and
          sharply tanh(ε/4).`,
        defence: prose`It is a slogan for a theorem, and with its usual conditions it is true with room to spare: even
          ε/4 is enough.`,
      },
    ],
    evidence: ["proved", "verified"],
    covers: "The sharp constant is our own derivation.",
  },
  {
    id: "dp-generalization-whp",
    area: "generalisation",
    title: "Private algorithms do not overfit with high probability",
    statement: prose`For an ε-DP algorithm (swap) with ε ≤ τ, i.i.d. data and φ to [0, 1]: Pr[|mean_S φ − E_P φ| > τ] ≤
      6e^(−τ²n). For (ε, δ)-DP: ε ≤ τ/4, δ ≤ (β/8)^(4/τ) and n ≥ 48 ln(8/β)/τ² give probability at most β (the latter
      from a secondary source).`,
    tex: String.raw`\Pr\bigl[|\mathbb{E}_S\varphi-\mathbb{E}_P\varphi|>\tau\bigr] \le 6e^{-\tau^2 n}`,
    source: [works.dworkStatistical2015, works.dworkHoldout2015, works.dworkScience2015, works.bassily2016],
    errata: [],
    evidence: ["literature"],
  },
  {
    id: "robust-perfect-generalization",
    area: "generalisation",
    title: "Robust and perfect generalisation",
    statement: prose`Robust generalisation: nobody who sees only the output finds a hypothesis on which sample and
      population differ; differential privacy implies it through post-processing. Perfect generalisation: the output's
      law is close to that of a simulator that knows only the population.`,
    source: [works.cummings2016],
    lecture: {
      notes: ["S0"],
      where: "S0, 5.5.1 DP and generalization",
      said: "The two definitions and which is weaker.",
    },
    errata: [],
    tex: String.raw`\sup_{\text{adversaries}} \bigl|\mathbb{E}[\mathbb{E}_S\varphi-\mathbb{E}_P\varphi]\bigr| \le \tanh(\varepsilon/4)`,
    evidence: ["literature", "verified"],
    covers: "The distance from the simulator is our own derivation, by McDiarmid's inequality.",
  },
];
