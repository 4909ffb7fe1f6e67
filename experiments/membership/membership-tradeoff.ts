/**
 * Membership-inference trade-off curves (H2): do optimal attacks trace the exact curves, and never enter the forbidden region?
 *
 * Type I error, alpha: guessing "member" of a non-member (the null hypothesis is that the person is not in the data); type II error,
 * beta: guessing "non-member" of a member. Better attacks lie lower. Sources: Wasserman, Zhou 2010; Kairouz, Oh, Viswanath 2015; Dong,
 * Roth, Su 2022.
 */
import { defineExperiment } from "../kit.ts";
import { attackPart } from "./attack-part.ts";
import { curvesPart, regionPart, testsPart } from "./exact-parts.ts";
import { listPart, reconstructionPart, tailPart } from "./extra-parts.ts";
import {
  certifiedFigure,
  curvesFigure,
  deltaFigure,
  learningFigure,
  listFigure,
  reconstructionFigure,
} from "./figures.ts";
import { learningCurvesPart, learningPart } from "./learning-part.ts";

export default defineExperiment({
  id: "membership-tradeoff",
  version: 5,
  title: "Membership inference: optimal attacks over exact trade-off curves",
  area: "membership",
  parts: {
    attack: attackPart,
    learning: learningPart,
    "learning-curves": learningCurvesPart,
    curves: curvesPart,
    region: regionPart,
    tests: testsPart,
    reconstruction: reconstructionPart,
    tail: tailPart,
    "list-experiment": listPart,
  },
  figures: {
    curves: { parts: ["attack"], draw: curvesFigure },
    learning: { parts: ["learning"], draw: learningFigure },
    certified: { parts: ["attack", "learning"], draw: certifiedFigure },
    reconstruction: reconstructionFigure,
    "delta-and-tail": deltaFigure,
    "list-experiment": listFigure,
  },
});
