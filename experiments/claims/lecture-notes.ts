/**
 * The five sets of lecture notes whose statements the claims restate, check and correct.
 *
 * Limits: only what the documents say of themselves; an absent field is not stated there.
 */
/** Said wherever the notes are judged. */
export const whatWasRead =
  "What was read of the notes are text extractions: slides and typeset pages went through a converter, " +
  "handwriting was transcribed, and pictures are missing.";

export type LectureNotesId = "S0" | "S1" | "S2" | "S3" | "S4";

export interface LectureNotes {
  readonly id: LectureNotesId;
  readonly title: string;
  readonly author?: string;
  readonly venue?: string;
  readonly year?: number;
  /** ISO 8601. */
  readonly date?: string;
  readonly form: string;
  readonly identifier?: string;
  readonly url?: string;
}

export const lectureNotes: Readonly<Record<LectureNotesId, LectureNotes>> = {
  S0: {
    id: "S0",
    title: "Privacy in Machine Learning",
    author: "Rachel Cummings (instructor), transcribed by ten participants",
    venue: "Spring School of Theoretical Computer Science, CIRM, Marseille",
    year: 2022,
    form: "transcript of a lecture (chapter 5 of the school's notes); its errors may be the transcription's, not the lecturer's",
    identifier: "hal-04723548",
    url: "https://hal.science/hal-04723548v1",
  },
  S1: {
    id: "S1",
    title: "Differential Privacy for Data Analysis: How to learn while respecting individual privacy?",
    author: "Aurélien Garivier",
    venue: "Journée Aléatoire 2022 (SFdS, SMAI, SMF), Institut Henri Poincaré, Paris",
    year: 2022,
    date: "2022-09-29",
    form: "slides",
  },
  S2: {
    id: "S2",
    title: "CS208: Applied Privacy for Data Science. Machine Learning under DP",
    venue: "School of Engineering & Applied Sciences, Harvard University",
    year: 2022,
    date: "2022-03-08",
    form: "slides",
  },
  S3: {
    id: "S3",
    title: "Lecture 12: advanced composition recap, empirical risk minimisation, convexity",
    form: "handwritten lecture notes; author, place and year are not stated",
  },
  S4: {
    id: "S4",
    title: "CSCI 699: Privacy Preserving Machine Learning. Week 2: Differential Privacy",
    author: "Sai Praneeth Karimireddy",
    year: 2024,
    date: "2024-09-06",
    form: "slides with handwritten additions",
  },
};
