/** A language service for tests that gives the empty answer to every question. */
import { type LanguageService, unchecked } from "../../language/language-service.ts";

export const silentLanguage: LanguageService = {
  isQuick: true,
  complete: async (_code, cursor) => ({ matches: [], start: cursor, end: cursor, items: [] }),
  inspect: async () => undefined,
  isComplete: async () => ({ status: "unknown" }),
  diagnose: async () => unchecked,
  cellRan: () => undefined,
  reset: () => undefined,
  stop: () => undefined,
};
