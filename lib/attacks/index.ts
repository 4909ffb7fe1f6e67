/**
 * Attacks: what an adversary makes of an output.
 * What of this folder is public.
 */
export { type OptimalAttack, optimalAttack } from "./optimal-attack.ts";
