/** User expressions: what a client wants to know after a cell, evaluated one after the other in the cell's session. */
import type { Rich } from "../display/mime-bundle.ts";
import { richOf } from "../display/rich-value.ts";
import { failureOf } from "./errors/failure.ts";
import { hold, whenSettled } from "./interrupt/waiting.ts";
import type { Done, ExpressionResult } from "./output/channel.ts";

export type Outcome = { readonly value: unknown } | { readonly error: unknown };
export type Evaluate = (code: string, name: string, settle: (outcome: Outcome) => void) => void;

export function evaluateExpressions(
  [first, ...rest]: readonly [name: string, code: string][],
  evaluate: Evaluate,
  settle: (results: Done["userExpressions"]) => void,
  results: Done["userExpressions"] = {},
): void {
  if (first === undefined) {
    settle(results);
    return;
  }
  const [name, code] = first;
  const file = `expression-${name}.ts`;
  const next = (result: ExpressionResult) =>
    evaluateExpressions(rest, evaluate, settle, { ...results, [name]: result });
  const fail = (error: unknown) => next({ status: "error", ...failureOf(error, file) });
  evaluate(code, file, (outcome) => {
    if ("error" in outcome) fail(outcome.error);
    else showValue(outcome.value, (rich) => ("error" in rich ? fail(rich.error) : next({ status: "ok", ...rich })));
  });
}

/** The bundle of a value, which may have to be awaited. */
export function showValue(value: unknown, settle: (rich: Rich | { readonly error: unknown }) => void): void {
  try {
    const rich = richOf(value);
    if (rich instanceof Promise) {
      whenSettled(hold(rich) as Promise<Rich>, settle, (error) => settle({ error }));
    } else settle(rich);
  } catch (error) {
    settle({ error });
  }
}
