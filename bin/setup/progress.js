/**
 * What set-up is doing and for how long: a line that renews itself on a terminal, plain lines elsewhere. Several things may be under
 * way at once: they share the line of a terminal, and elsewhere each of their lines names its own.
 */

const RENEW_MILLISECONDS = 250;
const PLAIN_MILLISECONDS = 10_000;
const PLAIN_WIDTH = 80;

/** What a line says while it is under way, in the order in which they began. @type {Set<() => string>} */
const underWay = new Set();
/** The plain line that waits for its outcome. @type {(() => string) | undefined} */
let open;

/** Writes a line of its own between those that are under way. @param {string} line */
export function say(line) {
  process.stderr.write(`${process.stderr.isTTY && underWay.size > 0 ? "\r\x1b[K" : closed()}${line}\n`);
}

/** The end of a plain line that waits for its outcome, which then comes on a line of its own. */
function closed() {
  const end = open === undefined ? "" : "\n";
  open = undefined;
  return end;
}

/**
 * Begins a line; to be ended by `done` or `failed`.
 * @param {string} deed what is being done, such as "installing npm packages"
 */
export function beginProgress(deed) {
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  const stream = process.stderr;
  const terminal = stream.isTTY;
  let note = "";
  const state = () => `${deed} (${seconds().toFixed(0)} s)${underWay.size === 1 ? ` ${note}` : ""}`;
  underWay.add(state);

  const renew = () => {
    const text = `epsilab: ${[...underWay].map((each) => each()).join(", ")}`;
    stream.write(`\r\x1b[K${text.slice(0, Math.max(20, (stream.columns || 80) - 1))}`);
  };
  const report = () => {
    const text = note === "" ? "" : `: ${note.length > PLAIN_WIDTH ? `${note.slice(0, PLAIN_WIDTH)}...` : note}`;
    const whose = underWay.size === 1 ? " " : `epsilab: ${deed}:`;
    stream.write(`${closed()}${whose} ${seconds().toFixed(0)} s${text}\n`);
  };
  const timer = setInterval(terminal ? renew : report, terminal ? RENEW_MILLISECONDS : PLAIN_MILLISECONDS);
  if (terminal) renew();
  else {
    stream.write(`${closed()}epsilab: ${deed} ...`);
    open = state;
  }

  /** @param {string} outcome */
  const end = (outcome) => {
    clearInterval(timer);
    underWay.delete(state);
    const last = `${outcome} in ${seconds().toFixed(1)} s\n`;
    if (terminal) stream.write(`\r\x1b[Kepsilab: ${deed}: ${last}`);
    else if (open === state) {
      open = undefined;
      stream.write(` ${last}`);
    } else stream.write(`${closed()}epsilab: ${deed}: ${last}`);
  };
  return {
    /** The newest word of the tool. @param {string} text */
    note(text) {
      note = text;
    },
    done: () => end("done"),
    failed: () => end("failed"),
  };
}
