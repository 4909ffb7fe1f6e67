/**
 * Progress on a terminal as one line that moves, elsewhere as a line for every tenth, and as JSON events for programs.
 */
import { counted } from "../text/counted.ts";
import type { BlockProgress, Progress } from "./runner.ts";

export interface ProgressDisplay {
  show(progress: Progress | BlockProgress): void;
  /** The run is over, whole or not. */
  end(isComplete?: boolean): void | Promise<void>;
}

export type ProgressStyle = "bar" | "lines" | "json";

interface DisplayQuestion {
  readonly style: ProgressStyle;
  readonly title: string;
  write(text: string): void;
  /** Milliseconds. */
  clock(): number;
}

const WIDTH = 24;
const REFRESH = 100;

export function progressDisplay({ style, title, write, clock }: DisplayQuestion): ProgressDisplay {
  const begun = clock();
  let shown = -Infinity;
  let tenth = 0;
  const draw = (progress: Progress | BlockProgress) => {
    const now = clock();
    const share = progress.units === 0 ? 1 : progress.unitsDone / progress.units;
    if (style === "json") {
      if ("judged" in progress) {
        write(`${JSON.stringify({ event: "cell", experiment: title, ...progress.judged, ...counts(progress) })}\n`);
      } else if (now - shown >= REFRESH) {
        shown = now;
        write(`${JSON.stringify({ event: "progress", experiment: title, ...counts(progress) })}\n`);
      }
    } else if (style === "bar" && (now - shown >= REFRESH || share === 1)) {
      shown = now;
      write(`\r\u001b[K${title} [${bar(share)}] ${sentence(progress, now - begun, share)}`);
    } else if (style === "lines" && Math.floor(10 * share) > tenth) {
      tenth = Math.floor(10 * share);
      write(`${title}: ${10 * tenth} %, ${sentence(progress, now - begun, share)}\n`);
    }
  };
  return {
    show: draw,
    end: () => {
      if (style === "bar") write("\r\u001b[K"); // the line that moved
    },
  };
}

function counts(progress: Progress | BlockProgress) {
  if (!("cells" in progress)) return progress;
  const { cellsDone, cells, trialsDone, trials } = progress;
  return { cellsDone, cells, trialsDone, trials };
}

function bar(share: number): string {
  const filled = Math.round(WIDTH * share);
  return "#".repeat(filled) + ".".repeat(WIDTH - filled);
}

function sentence(progress: Progress | BlockProgress, milliseconds: number, share: number): string {
  const seconds = Math.max(milliseconds, 1) / 1000;
  const left = share === 0 ? "" : `, ${duration((seconds * (1 - share)) / share)} left`;
  return `${done(progress, seconds)}${share === 1 ? `, ${duration(seconds)}` : left}`;
}

function done(progress: Progress | BlockProgress, seconds: number): string {
  if (!("cells" in progress)) return `${progress.unitsDone} of ${counted(progress.units, "block")}`;
  const { cellsDone, cells, trialsDone } = progress;
  const rate = trialsDone === 0 ? "" : `, ${brief(trialsDone / seconds)} trials/s`;
  return `${cellsDone} of ${counted(cells, "cell")}${rate}`;
}

/** A count in at most four characters and a letter. */
function brief(count: number): string {
  const [unit, letter] = count >= 1e9 ? [1e9, "G"] : count >= 1e6 ? [1e6, "M"] : count >= 1e3 ? [1e3, "k"] : [1, ""];
  return `${(count / unit).toPrecision(3)}${letter}`;
}

export function duration(seconds: number): string {
  if (seconds < 60) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes} min ${Math.round(seconds % 60)} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
