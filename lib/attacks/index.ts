/**
 * Attacks: what an adversary makes of an output.
 *
 * `optimalAttack` is the best test of membership at every false-positive rate, from the exact laws of two neighbours.
 */
export { type OptimalAttack, optimalAttack } from "./optimal-attack.ts";
