/**
 * Name of a kernel's session, by which all that a kernel has said is known as such.
 *
 * Whoever subscribes to the broadcasts gets messages that bear a valid signature, and those of comms are of types that a
 * client sends as well: sent back to the kernel they would be requests. The name has a mark that is the same for every process,
 * since a kernel that is restarted has the same key as the one before.
 */
import { randomUUID } from "node:crypto";
import type { Header } from "./message.ts";

const mark = "epsilab-kernel-";

export function newKernelSession(): string {
  return `${mark}${randomUUID()}`;
}

/** Whether a message was made by a kernel, this one or an earlier one. */
export function isOfKernel({ session }: Header): boolean {
  return session.startsWith(mark);
}
