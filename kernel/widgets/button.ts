/** Button: counts how often it was pressed. The kernel counts; the page only reports each press. */
import { lineOf } from "../display/text.ts";
import { Control, requireLabel, type WidgetPlace } from "./control.ts";
import { isRecord } from "./model.ts";

/** Between a label and its control, in pixels, as the package controls has it. */
const LABEL_GAP = 10;

export function buttonOf(place: WidgetPlace, label: string, onClick?: (count: number) => unknown): Control<number> {
  const made = new Control<number>(place, {
    widget: "Button",
    words: "button",
    label: requireLabel(label),
    state: () => ({ button_style: "", icon: "" }),
    key: undefined,
    initial: 0,
    check: (count) => {
      if (Number.isSafeInteger(count) && count >= 0) return count;
      throw new RangeError(`value must be a non-negative integer, got ${lineOf(count)}`);
    },
    toState: (count) => count,
    fromState: () => undefined,
    onCustom: (control, content) => {
      if (isRecord(content) && content.event === "click") control.value += 1;
    },
    style: "ButtonStyle",
    layout: (column = "0") => ({
      width: "max-content",
      align_self: "flex-start",
      margin: `2px 2px 2px calc(${column} + ${column === "0" ? 2 : LABEL_GAP}px)`,
    }),
    isLabelBefore: false,
  });
  if (onClick !== undefined) made.onChange(onClick);
  return made;
}
