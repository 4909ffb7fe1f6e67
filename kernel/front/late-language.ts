/**
 * Late language service: loads the real one when it is first asked something or told to start, and passes calls on in their
 * order.
 *
 * So the first request is answered before the language server takes its time. If it cannot be loaded, all answers are empty. Whether
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
  let ran: Parameters<LanguageService["cellRan"]>[] = [];
  const begin = async () => {
    service = stopped ? silentLanguage : await load().catch(() => silentLanguage);
    for (const cell of ran) service.cellRan(...cell);
    return service;
  };
  const loaded = () => {
    loading ??= begin();
    return loading;
  };
  return {
    start: () => void loaded(),
    get isQuick() {
      return service?.isQuick === true;
    },
    complete: async (code, cursor) => (await loaded()).complete(code, cursor),
    inspect: async (code, cursor, detail) => (await loaded()).inspect(code, cursor, detail),
    isComplete: (code) => {
      const unknown = after(completenessPatience, { status: "unknown" } as const, { ref: false });
      return Promise.race([loaded().then((language) => language.isComplete(code)), unknown]);
    },
    diagnose: async (code) => (await loaded()).diagnose(code),
    cellRan: (...cell) => {
      if (loading === undefined) ran.push(cell);
      else void loading.then((language) => language.cellRan(...cell));
    },
    reset: () => {
      if (loading === undefined) ran = [];
      else void loading.then((language) => language.reset());
    },
    stop: () => {
      stopped = true;
      void loading?.then((language) => language.stop());
    },
  };
}
