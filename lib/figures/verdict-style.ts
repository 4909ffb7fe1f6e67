/**
 * Verdict style: the colour and the sign of every verdict, each enough to tell them apart alone.
 *
 * Good news is blue or green, bad news red or black; in grey the fills differ by at least 8 in CIE lightness.
 */
import type { VerdictWord } from "../statistics/verdict.ts";
import { INK, PAPER } from "./theme.ts";

/** The verdicts on claims, and those on controls. */
export type GridVerdict = VerdictWord | "caught" | "missed";

interface VerdictStyle {
  readonly sign: string;
  readonly fill: string;
  readonly text: string;
}

export const VERDICT_STYLES: Readonly<Record<GridVerdict, VerdictStyle>> = {
  holds: { sign: "✓", fill: "#56b4e9", text: INK },
  violated: { sign: "✗", fill: "#b2182b", text: PAPER },
  inconclusive: { sign: "?", fill: "#eeeeee", text: INK },
  "not-refuted": { sign: "○", fill: "#b5dcf5", text: INK },
  caught: { sign: "●", fill: "#009e73", text: INK },
  missed: { sign: "!", fill: "#000000", text: PAPER },
};
