/**
 * An address of this machine that only this process uses, for tests that choose a port now and listen on it later: on 127.0.0.1 another
 * process may take it in between, also by an outgoing connection. All of 127.0.0.0/8 is this machine, on Linux.
 */
const { pid, platform } = process;
export const ownAddress =
  platform === "linux" ? `127.${64 + (pid >> 16)}.${(pid >> 8) & 255}.${pid & 255}` : "127.0.0.1";
