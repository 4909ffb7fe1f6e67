/**
 * False discoveries: which of many null hypotheses to reject, all at once or one after another, with and without privacy.
 */
export {};
