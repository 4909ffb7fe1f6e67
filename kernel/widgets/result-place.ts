/**
 * Result place: the output on the page that shows a result, and is replaced by each later one.
 *
 * It is an ordinary output with a display id: saved with the notebook, shown without a kernel. A page that was loaded again has
 * lost the display ids, so each output also has its id and a number in its metadata, by which our extension of JupyterLab finds
 * it. What the function displays before it returns has outputs of its own, before the result, which later calls use again.
 */
import type { Rich } from "../display/mime-bundle.ts";
import { currentScreen, type Screen, type Shown, withScreen } from "../display/screen.ts";
import { isThenable } from "./listeners.ts";

/** What a place holds when a call left it empty. */
const BLANK: Rich = { data: { "text/plain": "" }, metadata: {} };

class Place {
  readonly #id = currentScreen().nextId();
  #version = 0;
  isBlank = true;

  put({ data, metadata }: Rich, screen: Screen): void {
    this.isBlank = data === BLANK.data;
    this.#version += 1;
    const epsilab = { display: this.#id, version: this.#version };
    screen.show({ data, metadata: { ...metadata, epsilab }, displayId: this.#id, update: this.#version > 1 });
  }
}

export class ResultPlace {
  readonly #result = new Place();
  readonly #others: Place[] = [];
  readonly #screen: Screen = currentScreen();

  show(rich: Rich = BLANK): void {
    this.#result.put(rich, this.#screen);
  }

  /** Calls a function; what it displays stands where the displays of the call before stood. */
  run(work: () => unknown): unknown {
    let used = 0;
    const places = new Map<string | undefined, Place>();
    const blankFrom = (first: number) => {
      for (const place of this.#others.slice(first)) if (!place.isBlank) place.put(BLANK, this.#screen);
    };
    const show = (shown: Shown) => {
      const known = places.get(shown.displayId);
      if (shown.update && known === undefined) return this.#screen.show(shown); // of a display that is not the function's
      if (known === undefined) this.#others[used] ??= new Place();
      const place = known ?? this.#others[used++];
      if (shown.displayId !== undefined) places.set(shown.displayId, place);
      place.put(shown, this.#screen);
    };
    const clear = () => {
      blankFrom(0);
      used = 0;
      places.clear();
    };
    const outcome = withScreen({ ...this.#screen, show, clear }, work);
    if (isThenable(outcome)) return Promise.resolve(outcome).finally(() => blankFrom(used));
    blankFrom(used);
    return outcome;
  }
}
