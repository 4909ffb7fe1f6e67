/**
 * Late language service: loads the real one when it is first needed or when told to, and passes calls on in their order.
 *
 * So the language server takes no time from the start of the kernel. If it cannot be loaded, all answers are empty.
 */
import type { LanguageService } from "../language/language-service.ts";
import { silentLanguage } from "./silent-language.ts";

export interface LateLanguage extends LanguageService {
  /** Begins to load. */
  start(): void;
}

export function lateLanguage(load: () => Promise<LanguageService>): LateLanguage {
  let loading: Promise<LanguageService> | undefined;
  let stopped = false;
  const loaded = () => {
    loading ??= stopped ? Promise.resolve(silentLanguage) : load().catch(() => silentLanguage);
    return loading;
  };
  return {
    start: () => void loaded(),
    complete: async (code, cursor) => (await loaded()).complete(code, cursor),
    inspect: async (code, cursor, detail) => (await loaded()).inspect(code, cursor, detail),
    isComplete: async (code) => (await loaded()).isComplete(code),
    diagnose: async (code) => (await loaded()).diagnose(code),
    cellRan: (code) => void loaded().then((language) => language.cellRan(code)),
    reset: () => void loaded().then((language) => language.reset()),
    stop: () => {
      stopped = true;
      void loading?.then((language) => language.stop());
    },
  };
}
