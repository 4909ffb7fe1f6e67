/** Widget host: what widgets need of the runtime that runs cells, which sets it. */
import type { openComm } from "../display/cell-globals.ts";

export interface WidgetHost {
  readonly openComm: typeof openComm;
  /** Runs from the event loop, after the messages that have come already, so that an interrupt ends it. */
  readonly later: (work: () => void, milliseconds: number) => void;
  /** Shows an error below the cell in whose name the code runs. */
  readonly report: (error: unknown) => void;
  /** An error as it would be shown below a cell. */
  readonly traceback: (error: unknown) => string;
}

export let host: WidgetHost;

export function setHost(next: WidgetHost): void {
  host = next;
}
