/**
 * Kernel session: the session name that marks a message as sent by a kernel.
 *
 * Whoever subscribes to the broadcasts gets messages with a valid signature, and messages of comms have types that a client sends
 * as well: sent back to the kernel they would be requests. Part of the name is the same for every process, since a kernel that is
 * restarted has the same key as the one before.
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
