/**
 * Late language service: loads the real one when it is first asked something or told to start, and passes calls on in their
 * order, at once when it is there.
 *
 * So the language server takes no time from the start of the kernel. If it cannot be loaded, all answers are empty. Whether
 * code is complete is asked by somebody who has pressed Enter: that answer is given within a moment, or not at all.
 */
import { setTimeout as after } from "node:timers/promises";
import type { LanguageService } from "../language/language-service.ts";
import { silentLanguage } from "./silent-language.ts";

/** In milliseconds; jupyter-console asks no more if it waits longer than a second. */
const completenessPatience = 700;

export interface LateLanguage extends LanguageService {
  /** Begins to load. */
  start(): void;
}

export function lateLanguage(load: () => Promise<LanguageService>): LateLanguage {
  let loading: Promise<LanguageService> | undefined;
  let service: LanguageService | undefined;
  let stopped = false;
  /** Cells that ran before anybody asked. */
  let ran: string[] = [];
  const begin = async () => {
    const language = stopped ? silentLanguage : await load().catch(() => silentLanguage);
    for (const code of ran) language.cellRan(code);
    setImmediate(() => {
      service = language; // all that waited for it has been passed on by then
    });
    return language;
  };
  const loaded = () => {
    loading ??= begin();
    return loading;
  };
  const ask = <Answer>(question: (language: LanguageService) => Promise<Answer>): Promise<Answer> =>
    service === undefined ? loaded().then(question) : question(service);
  const tell = (news: (language: LanguageService) => void): void => {
    if (service === undefined) void loading?.then(news);
    else news(service);
  };
  return {
    get isWarm() {
      return service?.isWarm === true;
    },
    start: () => void loaded(),
    complete: (code, cursor) => ask((language) => language.complete(code, cursor)),
    inspect: (code, cursor, detail) => ask((language) => language.inspect(code, cursor, detail)),
    isComplete: (code) => {
      const unknown = after(completenessPatience, { status: "unknown" } as const, { ref: false });
      return Promise.race([ask((language) => language.isComplete(code)), unknown]);
    },
    diagnose: (code) => ask((language) => language.diagnose(code)),
    cellRan: (code) => {
      if (loading === undefined) ran.push(code);
      tell((language) => language.cellRan(code));
    },
    reset: () => {
      if (loading === undefined) ran = [];
      tell((language) => language.reset());
    },
    stop: () => {
      stopped = true;
      tell((language) => language.stop());
    },
  };
}
