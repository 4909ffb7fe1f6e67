/**
 * What is said when a file cannot be read or written: which, what for, and why.
 */
export class StorageError extends Error {
  override readonly name = "StorageError";
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: "no space is left on the device",
  EDQUOT: "the disk quota is used up",
  EFBIG: "the file would be larger than is allowed",
  EACCES: "permission is denied",
  EPERM: "permission is denied",
  EROFS: "the file system is read-only",
  ENOTDIR: "a part of the path is not a folder",
};

/** Does `action`; a failure of the file system becomes a sentence about `what` at `path`. */
export function atPath<Value>(what: string, path: string, action: () => Value): Value {
  try {
    return action();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new StorageError(`${what} ${path} cannot be written: ${REASONS[code] ?? message} (${code})`, {
      cause: error,
    });
  }
}
