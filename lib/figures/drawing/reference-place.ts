/**
 * Reference place: where annotations and shapes lie, by what they refer to: the paper, which is the area of all axes, the domain of an axis
 * ("x domain", "y2 domain"), or an axis ("x", "y2").
 */
import { refuse } from "../../numerics/requirements.ts";
import type { Layout } from "../plotly.ts";
import { axisNamed, shareOf, spanOf } from "./frame.ts";

interface ReferencePlace {
  readonly reference: string;
  readonly value: number;
  /** Whether the value on a log axis is its decade, as that of an annotation is. */
  readonly isDecade?: boolean;
}

/** In pixels. */
export function placeOn(
  layout: Layout,
  letter: "x" | "y",
  { reference, value, isDecade = false }: ReferencePlace,
): number {
  const [start, end] = spanOn(layout, letter, reference);
  if (!isAxis(reference)) return start + value * (end - start);
  const axis = axisNamed(layout, reference);
  return start + shareOf(isDecade ? { ...axis, type: "linear" } : axis, value) * (end - start);
}

/** The pixels of the low and the high end of what is referred to. */
export function spanOn(layout: Layout, letter: "x" | "y", reference: string): readonly [number, number] {
  const { margin, width, height } = layout;
  if (reference === "paper") return letter === "x" ? [margin.l, width - margin.r] : [height - margin.b, margin.t];
  const name = /^([xy]\d*)(?: domain)?$/.exec(reference)?.[1];
  if (name?.[0] !== letter)
    refuse(
      `${letter}ref`,
      `"paper", "${letter} domain" or "${letter}", with a number after ${letter} or not`,
      reference,
    );
  return spanOf(layout, axisNamed(layout, name), letter);
}

function isAxis(reference: string): boolean {
  return /^[xy]\d*$/.test(reference);
}
