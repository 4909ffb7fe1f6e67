/**
 * Selection: are the mechanisms that choose one of several options as private and as good as stated?
 *
 * Everything is exact: finite laws, densities that are constant between records, and integrals over one noisy score. Sources:
 * McSherry, Talwar (FOCS 2007); Ghosh, Roughgarden, Sundararajan (STOC 2009); Dwork, Roth (2014), claim 3.9.
 */
import { defineExperiment } from "../kit.ts";
import { exponentialPart, utilityPart } from "./choice-parts.ts";
import { approximatePart, continuousPart } from "./continuous-parts.ts";
import {
  answersFigure,
  densityPairFigure,
  majorityPriceFigure,
  noisyMaxFigure,
  tailsFigure,
  tightFigure,
} from "./figures.ts";
import { majorityPart } from "./majority-part.ts";
import { majorityPricePart } from "./majority-price-part.ts";
import { noisyMaxPart } from "./noisy-max-part.ts";

export default defineExperiment({
  id: "selection",
  version: 2,
  title: "Private selection: the exponential mechanism, majority votes and noisy maxima",
  area: "selection",
  parts: {
    "exponential-mechanism": exponentialPart,
    "exp-utility": utilityPart,
    "exp-continuous": continuousPart,
    "approximate-sampling": approximatePart,
    majority: majorityPart,
    "majority-price": majorityPricePart,
    "noisy-max": noisyMaxPart,
  },
  figures: {
    "loss-against-options": tightFigure,
    tails: tailsFigure,
    densities: { parts: ["exp-continuous"], draw: densityPairFigure },
    answers: answersFigure,
    "price-of-a-majority": majorityPriceFigure,
    "loss-of-noisy-max": { parts: ["noisy-max"], draw: noisyMaxFigure },
  },
});
