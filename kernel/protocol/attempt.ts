/** Runs work whose failure must not stop what follows: a message that cannot be sent is lost, and those after it are still sent. */
export function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // what it was for is lost, and nothing else
  }
}
