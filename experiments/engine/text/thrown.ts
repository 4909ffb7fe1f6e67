/**
 * Thrown: what somebody's code threw, in a line: its message, or the value where it is no error.
 */
export function messageOf(thrown: unknown): string {
  const text = thrown instanceof Error ? thrown.message || thrown.name : `${shown(thrown)} was thrown`;
  return text.trim().replace(/\s*\n\s*/g, " ");
}

function shown(value: unknown): string {
  try {
    return String(value);
  } catch {
    return typeof value; // as of an object without a prototype
  }
}
