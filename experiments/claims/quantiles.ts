/** Claims on private quantiles: several at once, and what atoms in the data do to them. */
import type { Claim } from "./claim.ts";
import { prose } from "./prose.ts";
import { works } from "./works.ts";

export const quantileClaims: readonly Claim[] = [
  {
    id: "jointexp",
    area: "quantiles",
    title: "Several quantiles by one exponential mechanism (JointExp)",
    statement: prose`For quantiles q₁ < … < q_m of data clipped to a public [a, b], the density on ordered outputs
      proportional to exp(ε·u/(2Δ)), u = −Σ|countᵢ − nᵢ| over the m+1 cells with nᵢ = (qᵢ − qᵢ₋₁)n, is ε-DP with Δ = 2
      under swap and Δ = 2(1 − minᵢ(qᵢ − qᵢ₋₁)) under add-remove. It can be sampled exactly by dynamic programming over
      intervals; for m = 1 under swap the interval I_i has weight |I_i|·e^(−(ε/2)|i − qn|).`,
    tex: String.raw`p(o) \propto \exp\Bigl(-\tfrac{\varepsilon}{2\Delta}\sum_{i=1}^{m+1}\lvert \mathrm{count}_i(o) - n_i\rvert\Bigr)`,
    source: [works.gillenwater2021],
    lecture: {
      notes: ["S1"],
      where: 'S1, slide "WIP: Multi-quantile Estimation"',
      said: "Quoted through the abstract of an article on quantiles with atoms.",
    },
    errata: [],
    evidence: ["proved", "verified"],
    covers: prose`It is the inverse-sensitivity mechanism of the counts, and of order-statistic quantiles only in
      special cases (m = 1, n odd, q = 1/2).`,
  },
  {
    id: "quantile-atoms",
    area: "quantiles",
    title: "Atoms in the data ruin JointExp",
    statement: prose`Intervals of length zero get no mass, so on data made of a few atoms JointExp stays inaccurate
      however large n is. With 1000 records all at 0.5, ε = 1, range [0, 1], the median's mean error is 0.25 (uniform
      output), against 0.0020 on evenly spread data; with 600 at 0.3 and 400 at 0.7 it is 0.2 (uniform between them).`,
    tex: String.raw`\lvert I_i\rvert = 0 \;\Rightarrow\; \Pr[o \in I_i] = 0`,
    source: [works.lalanne2022],
    lecture: {
      notes: ["S1"],
      where: 'S1, slide "WIP: Multi-quantile Estimation"',
      said: "The problem, through the abstract of the article.",
    },
    errata: [],
    evidence: ["verified"],
  },
  {
    id: "hsjointexp",
    area: "quantiles",
    title: "Smoothing the data first (HSJointExp)",
    statement: prose`Adding independent uniform noise on [−α, α] to every record, clipping to the public [a−α, b+α] and
      running JointExp is ε-DP under swap and add-remove (for each fixed noise neighbours stay neighbours; mixtures
      with weights independent of the data stay ε-DP). The quantile error is at most α plus that of the continuous
      part: for the atom at 0.5, 2.6e-5 at α = 1e-3; for 600/400 at 0.3 and 0.7, 6.6e-4.`,
    tex: String.raw`A(x) = \mathrm{JointExp}(x_1+w_1,\dots,x_n+w_n),\quad w_i \sim \mathcal{U}[-\alpha,\alpha]`,
    source: [works.lalanne2022],
    lecture: {
      notes: ["S1"],
      where: 'S1, slide "WIP: Multi-quantile Estimation"',
      said: "The remedy, through the abstract of the article.",
    },
    errata: [],
    evidence: ["proved", "verified", "unconfirmed"],
    covers: "The uniform law is our choice; the noise law of the article could not be confirmed.",
  },
];
