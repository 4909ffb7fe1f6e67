/**
 * The losses of estimation bounds: the error itself, |estimate - theta| or the Euclidean distance, or its square.
 */
import { refuse } from "../numerics/requirements.ts";

export type ErrorLoss = "absolute" | "squared";

export function requireErrorLoss(loss: ErrorLoss): void {
  if (loss !== "absolute" && loss !== "squared") refuse("loss", "absolute or squared", loss);
}
