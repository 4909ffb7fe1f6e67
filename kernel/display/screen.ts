/** Screen: where displays go. The runtime sets it; without one, nothing can be shown. Some code has a screen of its own. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Rich } from "./mime-bundle.ts";

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
  /** An id for what is shown; the same where the cell runs again at its place in a session. */
  nextId(): string;
}

let screen: Screen | undefined;
const ownScreens = new AsyncLocalStorage<Screen>();

/** Calls a function whose displays, also those it causes later, go to another screen. */
export function withScreen<Outcome>(own: Screen, work: () => Outcome): Outcome {
  return ownScreens.run(own, work);
}

export function setScreen(next: Screen): void {
  screen = next;
}

export function currentScreen(): Screen {
  const current = ownScreens.getStore() ?? screen;
  if (current === undefined) throw new Error("nothing can be displayed outside a notebook");
  return current;
}
