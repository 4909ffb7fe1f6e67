/**
 * An erratum: a place in the lecture notes where what was read and what is right differ, with what that says of the notes.
 *
 * The notes have authors, and only a text of them was read (`whatWasRead`). So an erratum says of which kind it is and where it
 * stands, argues the author's side, and can be contested; `refuted` alone counts as an error of the notes. Its number is stable,
 * and the numbers have gaps.
 */

/** What an erratum says of the notes, by its kind: what it means, and what the words before its correction are. */
export const erratumKinds = {
  refuted: { means: "false as printed", right: "Right is" },
  loose: { means: "true, but not tight", right: "Sharper is" },
  condition: { means: "true under a condition that the notes leave out or imply", right: "In full" },
  slip: { means: "a slip of notation, a name or a date", right: "Meant is" },
  reading: { means: "perhaps an artefact of the text that was read", right: "Right is" },
} as const;

export type ErratumKind = keyof typeof erratumKinds;

export interface Erratum {
  readonly id: string;
  readonly kind: ErratumKind;
  /** Which notes, and the section or the slide, by its title. */
  readonly where: string;
  /** What the text that was read says, in our words. */
  readonly said: string;
  readonly right: string;
  /** The best argument for the author. */
  readonly defence: string;
  /** Objections that were made, with what came of them. */
  readonly contested?: readonly Contest[];
}

/**
 * An objection to an erratum that stands: who made it, and why the erratum stays. One that is right changes the kind, or withdraws
 * the erratum.
 */
export interface Contest {
  /** ISO 8601. */
  readonly date: string;
  readonly by: string;
  readonly argument: string;
  readonly answer: string;
}

/** An erratum that was none: the notes are right. */
export interface WithdrawnErratum extends Pick<Erratum, "id" | "where" | "said"> {
  /** Why the notes are right. */
  readonly because: string;
  /** ISO 8601. */
  readonly date: string;
}
