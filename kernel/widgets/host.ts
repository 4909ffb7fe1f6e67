/** Widget host: what widgets need of the runtime that runs cells. */

/** What goes with the data of a message. */
export interface CommContent {
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly buffers?: readonly Uint8Array[];
}

/** A channel of messages to the pages that show a widget. */
export interface Comm {
  readonly id: string;
  readonly target: string;
  onMessage: (data: unknown, content: CommContent) => void;
  onClose: (data: unknown, content: CommContent) => void;
  send(data: unknown, content?: CommContent): void;
  close(data?: unknown, content?: CommContent): void;
}

export interface WidgetHost {
  readonly openComm: (target: string, data: unknown, content?: CommContent) => Comm;
  readonly registerComm: (target: string, accept: (comm: Comm, data: unknown, content: CommContent) => void) => void;
  /** Runs from the event loop, after the messages that have come already, so that an interrupt ends it. */
  readonly later: (work: () => void, milliseconds: number) => void;
  /** Shows an error below the cell in whose name the code runs. */
  readonly report: (error: unknown) => void;
  /** An error as it would be shown below a cell. */
  readonly traceback: (error: unknown) => string;
}
