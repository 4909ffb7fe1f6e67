/** The published works on learning, testing and streams that the claims cite; part of `works`. */
import { work } from "./source.ts";

export const learningWorks = {
  abadi2016: work("Abadi et al.: Deep learning with differential privacy (CCS)", 2016, "10.1145/2976749.2978318"),
  aharoniRosset2014: work("Aharoni, Rosset: Generalized alpha-investing (JRSS B)", 2014),
  bassily2016: work("Bassily et al.: Algorithmic stability for adaptive data analysis (STOC)", 2016),
  bassilySmithThakurta2014: work(
    "Bassily, Smith, Thakurta: Private empirical risk minimization (FOCS)",
    2014,
    "10.1109/FOCS.2014.56",
  ),
  benjaminiHochberg1995: work("Benjamini, Hochberg: Controlling the false discovery rate (JRSS B)", 1995),
  blumHardt2015: work("Blum, Hardt: The Ladder: a reliable leaderboard for machine learning competitions (ICML)", 2015),
  chaudhuriMonteleoniSarwate2011: work(
    "Chaudhuri, Monteleoni, Sarwate: Differentially private empirical risk minimization (JMLR)",
    2011,
  ),
  cummings2016: work(
    "Cummings, Ligett, Nissim, Roth, Wu: Adaptive learning with robust generalization guarantees (COLT)",
    2016,
  ),
  cummings2018: work(
    "Cummings, Krehbiel, Mei, Tuo, Zhang: Differentially private change-point detection (NeurIPS)",
    2018,
  ),
  dworkHoldout2015: work(
    "Dwork, Feldman, Hardt, Pitassi, Reingold, Roth: Generalization in adaptive data analysis and holdout reuse (NIPS)",
    2015,
  ),
  dworkScience2015: work(
    "Dwork et al.: The reusable holdout: preserving validity in adaptive data analysis (Science)",
    2015,
    "10.1126/science.aaa9375",
  ),
  dworkStatistical2015: work(
    "Dwork et al.: Preserving statistical validity in adaptive data analysis (STOC)",
    2015,
    "10.1145/2746539.2746580",
  ),
  dworkSuZhang2018: work("Dwork, Su, Zhang: Differentially private false discovery rate control", 2018),
  fosterStine2008: work("Foster, Stine: Alpha-investing (JRSS B)", 2008),
  gillenwater2021: work("Gillenwater, Joseph, Kulesza: Differentially private quantiles (ICML)", 2021),
  hardtLigettMcSherry2012: work(
    "Hardt, Ligett, McSherry: A simple and practical algorithm for differentially private data release (NIPS)",
    2012,
  ),
  hazan2007: work(
    "Hazan, Agarwal, Kale: Logarithmic regret algorithms for online convex optimization (Machine Learning)",
    2007,
  ),
  javanmardMontanari2018: work(
    "Javanmard, Montanari: Online rules for control of false discovery rate (Annals of Statistics)",
    2018,
  ),
  kasiviswanathan2011: work(
    "Kasiviswanathan, Lee, Nissim, Raskhodnikova, Smith: What can we learn privately? (SIAM J. Computing)",
    2011,
    "10.1137/090756090",
  ),
  lalanne2022: work("Lalanne et al.: Private quantiles estimation in the presence of atoms (arXiv 2202.08969)", 2022),
  liuTalwar2019: work("Liu, Talwar: Private selection from private candidates (STOC)", 2019, "10.1145/3313276.3316377"),
  papernot2017: work(
    "Papernot et al.: Semi-supervised knowledge transfer for deep learning from private training data (ICLR)",
    2017,
  ),
  papernot2018: work("Papernot et al.: Scalable private learning with PATE (ICLR)", 2018),
  papernot2021: work(
    "Papernot et al.: Tempered sigmoid activations for deep learning with differential privacy (AAAI)",
    2021,
  ),
  papernotSteinke2022: work("Papernot, Steinke: Hyperparameter tuning with Rényi differential privacy (ICLR)", 2022),
  ramdas2017: work(
    "Ramdas, Yang, Wainwright, Jordan: Online control of the false discovery rate with decaying memory (NIPS)",
    2017,
  ),
  ramdas2018: work(
    "Ramdas, Zrnic, Wainwright, Jordan: SAFFRON: an adaptive algorithm for online control of the false discovery rate (ICML)",
    2018,
  ),
  smith2011: work("Smith: Privacy-preserving statistical estimation with optimal convergence rates (STOC)", 2011),
  smithThakurta2013: work("Smith, Thakurta: (Nearly) optimal algorithms for private online learning (NIPS)", 2013),
  songChaudhuriSarwate2013: work(
    "Song, Chaudhuri, Sarwate: Stochastic gradient descent with differentially private updates (GlobalSIP)",
    2013,
  ),
  vuSlavkovic2009: work("Vu, Slavković: Differential privacy for clinical trial data", 2009),
  wang2018: work("Wang: Revisiting differentially private linear regression (UAI)", 2018),
  williamsMcSherry2010: work("Williams, McSherry: Probabilistic inference and differential privacy (NIPS)", 2010),
  zhangKamathCummings2021: work(
    "Zhang, Kamath, Cummings: PAPRIKA: private online false discovery rate control (ICML)",
    2021,
  ),
} as const;
