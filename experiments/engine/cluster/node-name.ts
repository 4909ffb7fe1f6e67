/**
 * The name of the node that a task runs on: Slurm's, where it started the task, else the host's.
 */
import { hostname } from "node:os";

export function nodeName(): string {
  return process.env.SLURMD_NODENAME ?? hostname();
}
