/** MIME bundle: a value in every form that a front end may show, and what may be asked of the forms. */
export interface Rich {
  readonly data: Readonly<Record<string, unknown>>;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** How a value is wanted. */
export interface DisplayWish {
  readonly isDraft: boolean;
  /** Significant digits of the numbers of a table. */
  readonly digits?: number;
}
