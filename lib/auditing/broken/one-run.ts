/**
 * One-run audits that claim too much: two plausible bounds on the number of right guesses, both false.
 *
 * `accuracyOneRunPValue` says: no guess is right with a chance above the best accuracy that the curve allows, so the number of
 * right ones is no larger than binomial. But guesses may be right together: a mechanism that shows everything with probability
 * delta is (0, delta)-private. `perGuessOneRunPValue` says: canaries that are not guessed do not matter, and counts the guesses as
 * if they were all the canaries. But which canaries are guessed follows from the output: a mechanism that shows one of m coins is
 * (0, 1/m)-private, and the one guess is always right.
 * Limits: for study and for tests.
 */
import { binomialUpperTail } from "../../numerics/binomial.ts";
import type { TradeOff } from "../../privacy/trade-off/trade-off.ts";
import { bestBalancedAccuracy } from "../../privacy/trade-off/trade-off-readings.ts";
import type { Guesses } from "../one-run-audit.ts";
import { tradeOffOneRunPValue } from "../one-run-trade-off-audit.ts";

export function accuracyOneRunPValue({ guesses, correct }: Guesses, curve: TradeOff): number {
  const probability = bestBalancedAccuracy(curve);
  return correct === 0 ? 1 : binomialUpperTail({ trials: guesses, successes: correct, probability });
}

export function perGuessOneRunPValue({ guesses, correct }: Guesses, curve: TradeOff): number {
  return tradeOffOneRunPValue({ canaries: guesses, guesses, correct }, curve);
}
