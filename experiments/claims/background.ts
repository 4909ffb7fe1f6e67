/** Statements of the lecture notes that no experiment can decide, kept as documentation. */
import type { Claim } from "./claim.ts";
import { prose } from "./prose.ts";
import { works } from "./works.ts";

const documentation = {
  area: "background",
  errata: [],
  evidence: ["literature"],
} as const;

export const backgroundClaims: readonly Claim[] = [
  {
    ...documentation,
    id: "legal-identifiability",
    title: "Privacy as the absence of identifying information",
    statement: prose`Legal practice often treats data as private once personally identifiable information is removed.
      What identifies a person depends on what else is known, so the notion is neither sharp nor stable under
      composition; differential privacy bounds instead what an analysis adds by including a person.`,
    source: [works.dworkRoth2014, works.cohenNissim2020],
    citedBecause: "it is about a notion of the law, which is not a mathematical one",
    lecture: {
      notes: ["S0"],
      where: "S0, 5.2 Defining privacy",
      said: "Three attempts at a definition; protecting identities is the legal one, and the weakest.",
    },
  },
  {
    ...documentation,
    id: "adoption-list",
    title: "Who has deployed differential privacy",
    statement: prose`Deployments named in the lecture notes: U.S. Census Bureau 2008, Google RAPPOR 2014 and traffic
      statistics 2015, Apple 2016, Microsoft 2017, Privitar Lens and Sarus 2019, LinkedIn 2020. A list of reports, not
      of verified guarantees.`,
    source: [works.machanavajjhala2008, works.erlingssonPihurKorolova2014],
    citedBecause: "it is a list of reports",
    lecture: { notes: ["S1"], where: 'S1, slide "They already adopted DP"', said: "The list, taken from Wikipedia." },
  },
  {
    ...documentation,
    id: "explaining-dp",
    title: "Explaining differential privacy",
    statement: prose`How to explain the parameters to the public, to policy makers and to engineers is open; partial
      answers measure what people expect from different descriptions.`,
    source: [works.cummingsKaptchukRedmiles2021],
    citedBecause: "it is about what people understand",
    lecture: { notes: ["S0"], where: "S0, 5.8 Misc., Explaining DP", said: "The question, as ongoing work." },
  },
  {
    ...documentation,
    id: "k-anonymity-history",
    title: "How unique simple demographics are",
    statement: prose`Sweeney reported that ZIP code, sex and birth date single out 87 % of the U.S. population; Golle's
      later estimate is about 63 %. Values of the literature, not testable here.`,
    source: [works.sweeney2000, works.golle2006],
    citedBecause: "it is about the population of a census, whose records are not here",
    lecture: {
      notes: ["S1", "S4"],
      where: 'S1, slide "Anonymization is not the solution"; S4, slide "Recap"',
      said: "The history of de-identification and of its failures.",
    },
  },
  {
    ...documentation,
    id: "synthetic-hardness",
    title: "Measuring and making synthetic data is hard",
    statement: prose`Good measures of the distance between a data set and its synthetic copy are known, but computing
      them takes time superpolynomial in the size of the data set, as the lecture notes put it; efficient generation
      for many queries is a challenge of its own: if one-way functions exist, no private algorithm makes synthetic data
      with approximately right two-way marginals in polynomial time.`,
    source: [works.dwork2009, works.ullmanVadhan2011],
    citedBecause: "it is about every algorithm of polynomial time, and rests on one-way functions",
    lecture: {
      notes: ["S0"],
      where: "S0, 5.8 Misc., DP Synthetic data generation",
      said: "The remark, without a theorem.",
    },
  },
];
