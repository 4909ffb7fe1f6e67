/**
 * Attempt: does what must not keep the rest from being done, should it throw. A message that cannot be sent costs itself, not the
 * answers that follow it.
 */
export function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // what it was for is lost, and nothing else
  }
}
