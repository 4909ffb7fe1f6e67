/**
 * The losses of estimation bounds: the error itself, |estimate - theta| or the Euclidean distance, or its square.
 */
import { oneOf } from "../numerics/parameters.ts";

export type ErrorLoss = "absolute" | "squared";

/** The loss, as a parameter. */
export const errorLoss = oneOf<ErrorLoss>("absolute", "squared");

/** The Euclidean distance of a vector, its square, or the sum of the absolute errors. */
export const errorNorm = oneOf("euclidean", "squared", "absolute");
