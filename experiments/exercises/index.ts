/**
 * Exercises: what the notebooks under notebooks/exercises/ ask, and `check`, which says in a sentence what is wrong with an answer.
 *
 * `check("a-coin", chanceOfYes)` in a cell judges by exact audits and gives 1 point or 0, for you alone or under
 * nbgrader; `epsilab init --course` writes the folder of a course with all of them.
 */
export { check } from "./check.ts";
