/**
 * What an audit found, in words.
 */
import type { EventCount } from "../../lib/auditing/certified-epsilon.ts";
import { canonicalJson } from "../engine/text/canonical-json.ts";
import type { Finding } from "./judge-draws.ts";
import { shortened } from "./protocol.ts";

/** "Certified with confidence 99 %: epsilon is at least 1.91, so the claim of 1 is violated." */
export function shownVerdict(finding: Finding): string {
  const { measure, lowerBound, claimed, verdict, errorRate, delta } = finding;
  const at = delta === undefined || delta === 0 ? "" : ` at delta ${rounded(delta)}`;
  const bound = `${measure} is at least ${rounded(Math.max(0, lowerBound))}${at}`;
  const fate =
    verdict === "violated"
      ? `so the claim of ${rounded(claimed)} is violated`
      : `so the claim of ${rounded(claimed)} is not refuted, which does not show that it holds`;
  return `Certified with confidence ${rounded(100 * (1 - errorRate))} %: ${bound}, ${fate}.`;
}

/** The event, and how often it happened. */
export function shownEvent({ event, inputs }: Finding): string {
  const { says, likelier, over, under } = event;
  const [more, less] = likelier === "first" ? inputs : [inputs[1], inputs[0]];
  const of = ({ successes, trials }: EventCount, input: unknown) =>
    `${successes} of ${trials} draws of input ${shortened(canonicalJson(input))}`;
  return `Event: ${shortNumbers(says)}, in ${of(over, more)} and ${of(under, less)}.`;
}

/** Thresholds have as many digits as decide; six are enough to read. */
function shortNumbers(text: string): string {
  return text.replace(/-?\d+\.\d{6,}(e[-+]?\d+)?/g, (digits) => String(Number(Number(digits).toPrecision(6))));
}

function rounded(value: number): string {
  return String(Number(value.toPrecision(5)));
}
