/**
 * The published works that the claims cite, each written once.
 *
 * Limits: a DOI stands only where it is certain. A claim's `evidence` says whether it is derived again or only cited.
 */
import { learningWorks } from "./learning-works.ts";
import { work } from "./source.ts";

export const works = {
  ...learningWorks,
  acharyaSunZhang2021: work("Acharya, Sun, Zhang: Differentially private Assouad, Fano, and Le Cam (ALT)", 2021),
  acharyaSunZhang2019: work(
    "Acharya, Sun, Zhang: Hadamard response: estimating distributions privately, efficiently, and with little communication (AISTATS)",
    2019,
  ),
  asiDuchi2020: work("Asi, Duchi: Instance-optimality in differential privacy (NeurIPS)", 2020),
  balle2020: work("Balle et al.: Hypothesis testing interpretations and Rényi differential privacy (AISTATS)", 2020),
  balleBartheGaboardi2018: work("Balle, Barthe, Gaboardi: Privacy amplification by subsampling (NeurIPS)", 2018),
  balleBellGasconNissim2019: work(
    "Balle, Bell, Gascón, Nissim: The privacy blanket of the shuffle model (CRYPTO)",
    2019,
    "10.1007/978-3-030-26951-7_22",
  ),
  bichselGehr2018: work(
    "Bichsel, Gehr, Drachsler-Cohen, Tsankov, Vechev: DP-Finder: finding differential privacy violations by sampling and " +
      "optimization (CCS)",
    2018,
    "10.1145/3243734.3243863",
  ),
  bichsel2021: work(
    "Bichsel, Steffen, Bogunovic, Vechev: DP-Sniper: black-box discovery of differential privacy violations (S&P)",
    2021,
  ),
  bhowmick2018: work(
    "Bhowmick, Duchi, Freudiger, Kapoor, Rogers: " +
      "Protection against reconstruction and its applications in private federated learning (arXiv:1812.00984)",
    2018,
  ),
  balleWang2018: work("Balle, Wang: Improving the Gaussian mechanism for differential privacy (ICML)", 2018),
  bunUllmanVadhan2014: work(
    "Bun, Ullman, Vadhan: Fingerprinting codes and the price of approximate differential privacy (STOC)",
    2014,
    "10.1145/2591796.2591877",
  ),
  gillLevit1995: work("Gill, Levit: Applications of the van Trees inequality (Bernoulli)", 1995, "10.2307/3318681"),
  ordentlichPolyanskiy2021: work(
    "Ordentlich, Polyanskiy: Strong data processing constant is achieved by binary inputs (IEEE Transactions on Information Theory)",
    2021,
  ),
  bunSteinke2016: work("Bun, Steinke: Concentrated differential privacy (TCC)", 2016, "10.1007/978-3-662-53641-4_24"),
  bunDworkRothblumSteinke2018: work(
    "Bun, Dwork, Rothblum, Steinke: Composable and versatile privacy via truncated CDP (STOC)",
    2018,
  ),
  canonneKamathSteinke2020: work(
    "Canonne, Kamath, Steinke: The discrete Gaussian for differential privacy (NeurIPS)",
    2020,
  ),
  carlini2022: work(
    "Carlini, Chien, Nasr, Song, Terzis, Tramèr: Membership inference attacks from first principles (IEEE S&P)",
    2022,
    "10.1109/SP46214.2022.9833649",
  ),
  chanShiSong2011: work(
    "Chan, Shi, Song: Private and continual release of statistics (ACM TISSEC)",
    2011,
    "10.1145/2043621.2043626",
  ),
  clopperPearson1934: work(
    "Clopper, Pearson: The use of confidence or fiducial limits illustrated in the case of the binomial (Biometrika 26)",
    1934,
  ),
  cohenNissim2020: work("Cohen, Nissim: Towards formalizing the GDPR's notion of singling out (PNAS)", 2020),
  cummingsKaptchukRedmiles2021: work(
    "Cummings, Kaptchuk, Redmiles: An investigation into user expectations for differential privacy (CCS)",
    2021,
  ),
  dick2023: work(
    "Dick, Dwork, Kearns, Liu, Roth, Vietri, Wu: Confidence-ranked reconstruction of census microdata from published statistics (PNAS)",
    2023,
    "10.1073/pnas.2218605120",
  ),
  ding2021: work(
    "Ding et al.: The permute-and-flip mechanism is identical to report-noisy-max with exponential noise",
    2021,
  ),
  dinurNissim2003: work(
    "Dinur, Nissim: Revealing information while preserving privacy (PODS)",
    2003,
    "10.1145/773153.773173",
  ),
  dongRothSu2022: work("Dong, Roth, Su: Gaussian differential privacy (JRSS B)", 2022, "10.1111/rssb.12454"),
  duchiJordanWainwright2013: work(
    "Duchi, Jordan, Wainwright: Local privacy and statistical minimax rates (FOCS)",
    2013,
  ),
  dvijotham2024: work(
    "Dvijotham, McMahan, Pillutla, Steinke, Thakurta: " +
      "Efficient and near-optimal noise generation for streaming differential privacy (FOCS)",
    2024,
  ),
  dwork2006: work(
    "Dwork, McSherry, Nissim, Smith: Calibrating noise to sensitivity in private data analysis (TCC)",
    2006,
    "10.1007/11681878_14",
  ),
  dworkEurocrypt2006: work(
    "Dwork et al.: Our data, ourselves: privacy via distributed noise generation (EUROCRYPT)",
    2006,
    "10.1007/11761679_29",
  ),
  dwork2009: work(
    "Dwork, Naor, Reingold, Rothblum, Vadhan: On the complexity of differentially private data release (STOC)",
    2009,
  ),
  dwork2010: work(
    "Dwork, Naor, Pitassi, Rothblum: Differential privacy under continual observation (STOC)",
    2010,
    "10.1145/1806689.1806787",
  ),
  dongDurfeeRogers2020: work(
    "Dong, Durfee, Rogers: Optimal differential privacy composition for exponential mechanisms (ICML)",
    2020,
  ),
  dworkMcSherryTalwar2007: work(
    "Dwork, McSherry, Talwar: The price of privacy and the limits of LP decoding (STOC)",
    2007,
  ),
  dworkRoth2014: work("Dwork, Roth: The algorithmic foundations of differential privacy", 2014, "10.1561/0400000042"),
  dworkRothblum2016: work("Dwork, Rothblum: Concentrated differential privacy", 2016),
  dworkRothblumVadhan2010: work(
    "Dwork, Rothblum, Vadhan: Boosting and differential privacy (FOCS)",
    2010,
    "10.1109/FOCS.2010.12",
  ),
  fichtenberger2023: work(
    "Fichtenberger, Henzinger, Upadhyay: Constant matters: fine-grained error bound on differentially private continual observation (ICML)",
    2023,
  ),
  fredrikson2015: work(
    "Fredrikson, Jha, Ristenpart: Model inversion attacks that exploit confidence information (CCS)",
    2015,
    "10.1145/2810103.2813677",
  ),
  durfeeRogers2019: work(
    "Durfee, Rogers: Practical differentially private top-k selection with pay-what-you-get composition (NeurIPS)",
    2019,
  ),
  dworkLei2009: work("Dwork, Lei: Differential privacy and robust statistics (STOC)", 2009, "10.1145/1536414.1536466"),
  dworkTalwarThakurtaZhang2014: work(
    "Dwork, Talwar, Thakurta, Zhang: Analyze Gauss: optimal bounds for privacy-preserving principal component analysis (STOC)",
    2014,
    "10.1145/2591796.2591883",
  ),
  korolova2009: work(
    "Korolova, Kenthapadi, Mishra, Ntoulas: Releasing search queries and clicks privately (WWW)",
    2009,
    "10.1145/1526709.1526733",
  ),
  liHayRastogiMiklauMcGregor2010: work(
    "Li, Hay, Rastogi, Miklau, McGregor: Optimizing linear counting queries under differential privacy (PODS)",
    2010,
    "10.1145/1807085.1807104",
  ),
  liMiklau2013: work(
    "Li, Miklau: Optimal error of query sets under the differentially-private matrix mechanism (ICDT)",
    2013,
  ),
  erlingssonPihurKorolova2014: work(
    "Erlingsson, Pihur, Korolova: RAPPOR: randomized aggregatable privacy-preserving ordinal response (CCS)",
    2014,
    "10.1145/2660267.2660348",
  ),
  feldmanMcMillanTalwar2021: work(
    "Feldman, McMillan, Talwar: Hiding among the clones: a simple and nearly optimal analysis of privacy amplification by shuffling (FOCS)",
    2021,
  ),
  feldmanMcMillanTalwar2023: work(
    "Feldman, McMillan, Talwar: Stronger privacy amplification by shuffling for Rényi and approximate differential privacy (SODA)",
    2023,
  ),
  ghoshRoughgardenSundararajan2009: work(
    "Ghosh, Roughgarden, Sundararajan: Universally utility-maximizing privacy mechanisms (STOC)",
    2009,
    "10.1145/1536414.1536464",
  ),
  gantaKasiviswanathanSmith2008: work(
    "Ganta, Kasiviswanathan, Smith: Composition attacks and auxiliary information in data privacy (KDD)",
    2008,
    "10.1145/1401890.1401926",
  ),
  garfinkelAbowdMartindale2018: work(
    "Garfinkel, Abowd, Martindale: Understanding database reconstruction attacks on public data (ACM Queue)",
    2018,
    "10.1145/3291276.3295691",
  ),
  golle2006: work("Golle: Revisiting the uniqueness of simple demographics in the US population (WPES)", 2006),
  gupteSundararajan2010: work(
    "Gupte, Sundararajan: Universally optimal privacy mechanisms for minimax agents (PODS)",
    2010,
  ),
  guo2022: work("Guo et al.: Bounding training data reconstruction in private (deep) learning (ICML)", 2022),
  henzinger2023: work(
    "Henzinger, Upadhyay, Upadhyay: Almost tight error bounds on differentially private continual counting (SODA)",
    2023,
    "10.1137/1.9781611977554.ch183",
  ),
  humphries2020: work("Humphries et al.: Differentially private learning does not bound membership inference", 2020),
  huangfuHall2018: work(
    "Huangfu, Hall: Parallelizing the dual revised simplex method (Mathematical Programming Computation)",
    2018,
    "10.1007/s12532-017-0130-5",
  ),
  kairouzOhViswanath2015: work("Kairouz, Oh, Viswanath: The composition theorem for differential privacy (ICML)", 2015),
  kiferMachanavajjhala2011: work(
    "Kifer, Machanavajjhala: No free lunch in data privacy (SIGMOD)",
    2011,
    "10.1145/1989323.1989345",
  ),
  laiRobbins1985: work(
    "Lai, Robbins: Asymptotically efficient adaptive allocation rules (Advances in Applied Mathematics)",
    1985,
    "10.1016/0196-8858(85)90002-8",
  ),
  lalanne2023: work(
    "Lalanne, Garivier, Gribonval: On the statistical complexity of estimation and testing under privacy constraints (TMLR)",
    2023,
  ),
  lyuSuLi2017: work("Lyu, Su, Li: Understanding the sparse vector technique for differential privacy (PVLDB)", 2017),
  machanavajjhala2006: work("Machanavajjhala et al.: l-diversity: privacy beyond k-anonymity (ICDE)", 2006),
  mathias1993: work(
    "Mathias: The Hadamard operator norm of a circulant and applications (SIAM Journal on Matrix Analysis and Applications)",
    1993,
    "10.1137/0614080",
  ),
  mcKennaMiklauSheldon2021: work(
    "McKenna, Miklau, Sheldon: Winning the NIST contest: a scalable and general approach to differentially private synthetic data (JPC)",
    2021,
    "10.29012/jpc.778",
  ),
  mcKennaMullinsSheldonMiklau2022: work(
    "McKenna, Mullins, Sheldon, Miklau: AIM: an adaptive and iterative mechanism for differentially private synthetic data (PVLDB)",
    2022,
    "10.14778/3551793.3551817",
  ),
  mcKennaSheldonMiklau2019: work(
    "McKenna, Sheldon, Miklau: Graphical-model based estimation and inference for differential privacy (ICML)",
    2019,
  ),
  mcKennaSheldon2020: work(
    "McKenna, Sheldon: Permute-and-flip: a new mechanism for differentially private selection (NeurIPS)",
    2020,
  ),
  kaplanSchnappStemmer2022: work("Kaplan, Schnapp, Stemmer: Differentially private approximate quantiles (ICML)", 2022),
  mcSherryTalwar2007: work(
    "McSherry, Talwar: Mechanism design via differential privacy (FOCS)",
    2007,
    "10.1109/FOCS.2007.66",
  ),
  meiser2018: work("Meiser: Approximate and probabilistic differential privacy definitions", 2018),
  mironov2012: work(
    "Mironov: On significance of the least significant bits for differential privacy (CCS)",
    2012,
    "10.1145/2382196.2382264",
  ),
  mironov2017: work("Mironov: Rényi differential privacy (CSF)", 2017, "10.1109/CSF.2017.11"),
  mishraThakurta2015: work(
    "Mishra, Thakurta: (Nearly) optimal differentially private stochastic multi-arm bandits (UAI)",
    2015,
  ),
  mironovTalwarZhang2019: work(
    "Mironov, Talwar, Zhang: Rényi differential privacy of the sampled Gaussian mechanism",
    2019,
  ),
  murtaghVadhan2016: work(
    "Murtagh, Vadhan: The complexity of computing the optimal composition of differential privacy (TCC)",
    2016,
  ),
  neymanPearson1933: work(
    "Neyman, Pearson: On the problem of the most efficient tests of statistical hypotheses",
    1933,
    "10.1098/rsta.1933.0009",
  ),
  nissimRaskhodnikovaSmith2007: work(
    "Nissim, Raskhodnikova, Smith: Smooth sensitivity and sampling in private data analysis (STOC)",
    2007,
    "10.1145/1250790.1250803",
  ),
  sajedSheffet2019: work(
    "Sajed, Sheffet: An optimal private stochastic-MAB algorithm based on an optimal private stopping rule (ICML)",
    2019,
  ),
  shariffSheffet2018: work("Shariff, Sheffet: Differentially private contextual linear bandits (NeurIPS)", 2018),
  shokri2017: work(
    "Shokri et al.: Membership inference attacks against machine learning models (IEEE S&P)",
    2017,
    "10.1109/SP.2017.41",
  ),
  steinkeNasrJagielski2023: work(
    "Steinke, Nasr, Jagielski: Privacy auditing with one (1) training run (NeurIPS)",
    2023,
  ),
  steinkeUllman2016: work("Steinke, Ullman: Between pure and approximate differential privacy", 2016),
  machanavajjhala2008: work("Machanavajjhala et al.: Privacy: theory meets practice on the map (ICDE)", 2008),
  sweeney2000: work("Sweeney: Simple demographics often identify people uniquely", 2000),
  sweeney2002: work("Sweeney: k-anonymity: a model for protecting privacy", 2002),
  tossouDimitrakakis2016: work(
    "Tossou, Dimitrakakis: Algorithms for differentially private multi-armed bandits (AAAI)",
    2016,
  ),
  vadhan2017: work("Vadhan: The complexity of differential privacy", 2017),
  wangBalleKasiviswanathan2019: work(
    "Wang, Balle, Kasiviswanathan: Subsampled Rényi differential privacy and analytical moments accountant (AISTATS)",
    2019,
  ),
  wangBlockiLiJha2017: work(
    "Wang, Blocki, Li, Jha: Locally differentially private protocols for frequency estimation (USENIX Security)",
    2017,
  ),
  warner1965: work("Warner: Randomized response (JASA)", 1965, "10.1080/01621459.1965.10480775"),
  wassermanZhou2010: work(
    "Wasserman, Zhou: A statistical framework for differential privacy (JASA)",
    2010,
    "10.1198/jasa.2009.tm08651",
  ),
  yeom2018: work(
    "Yeom et al.: Privacy risk in machine learning: analyzing the connection to overfitting (CSF)",
    2018,
    "10.1109/CSF.2018.00027",
  ),
  zarifzadeh2024: work("Zarifzadeh, Liu, Shokri: Low-cost high-power membership inference attacks (ICML)", 2024),
  ullmanVadhan2011: work(
    "Ullman, Vadhan: PCPs and the hardness of generating private synthetic data (TCC)",
    2011,
    "10.1007/978-3-642-19571-6_24",
  ),
  mahloujifarMelisChaudhuri2024: work(
    "Mahloujifar, Melis, Chaudhuri: Auditing f-differential privacy in one run (arXiv:2410.22235)",
    2024,
  ),
  ville1939: work("Ville: Étude critique de la notion de collectif", 1939),
  waudbySmithRamdas2024: work(
    "Waudby-Smith, Ramdas: Estimating means of bounded random variables by betting (JRSS B)",
    2024,
    "10.1093/jrsssb/qkad009",
  ),
  karninKorenSomekh2013: work("Karnin, Koren, Somekh: Almost optimal exploration in multi-armed bandits (ICML)", 2013),
  wangDing2020: work(
    "Wang, Ding, Kifer, Zhang: CheckDP: an automated and integrated approach for proving differential privacy (CCS)",
    2020,
  ),
  kong2023: work(
    "Kong, Munoz Medina, Ribero, Syed: DP-Auditorium: a large scale library for auditing differential privacy (arXiv 2307.05608)",
    2023,
  ),
  ding2018: work(
    "Ding, Wang, Wang, Zhang, Kifer: Detecting violations of differential privacy (CCS)",
    2018,
    "10.1145/3243734.3243818",
  ),
  gopiLeeWutschitz2021: work("Gopi, Lee, Wutschitz: Numerical composition of differential privacy (NeurIPS)", 2021),
} as const;
