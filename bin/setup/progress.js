/**
 * One line that says what set-up is doing and for how long: a line that renews itself on a terminal, plain lines elsewhere.
 */

const RENEW_MILLISECONDS = 250;
const PLAIN_MILLISECONDS = 10_000;
const PLAIN_WIDTH = 80;

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
  let broken = false;

  const renew = () => {
    const text = `epsilab: ${deed} (${seconds().toFixed(0)} s) ${note}`;
    stream.write(`\r\x1b[K${text.slice(0, Math.max(20, (stream.columns || 80) - 1))}`);
  };
  const report = () => {
    const text = note === "" ? "" : `: ${note.length > PLAIN_WIDTH ? `${note.slice(0, PLAIN_WIDTH)}...` : note}`;
    stream.write(`${broken ? "" : "\n"}  ${seconds().toFixed(0)} s${text}\n`);
    broken = true;
  };
  const timer = setInterval(terminal ? renew : report, terminal ? RENEW_MILLISECONDS : PLAIN_MILLISECONDS);
  if (terminal) renew();
  else stream.write(`epsilab: ${deed} ...`);

  /** @param {string} outcome */
  const end = (outcome) => {
    clearInterval(timer);
    const last = `${outcome} in ${seconds().toFixed(1)} s\n`;
    if (terminal) stream.write(`\r\x1b[Kepsilab: ${deed}: ${last}`);
    else stream.write(broken ? `epsilab: ${deed}: ${last}` : ` ${last}`);
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
