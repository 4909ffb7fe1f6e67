/** Screen: where displays go. The runtime sets it; without one, nothing can be shown. */
import type { Rich } from "./rich-value.ts";

export interface Shown extends Rich {
  readonly displayId?: string;
  /** Change the displays of `displayId` instead of adding one. */
  readonly update: boolean;
}

export interface Screen {
  show(shown: Shown): void;
  clear(wait: boolean): void;
  /** The cell is not done before this is. */
  waitFor(work: Promise<unknown>): void;
}

let screen: Screen | undefined;

export function setScreen(next: Screen): void {
  screen = next;
}

export function currentScreen(): Screen {
  if (screen === undefined) throw new Error("nothing can be displayed outside a notebook");
  return screen;
}
