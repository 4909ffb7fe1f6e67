/**
 * Parent watch: says when the process that started the kernel is gone, so that no kernel outlives its Jupyter.
 *
 * Jupyter gives the number of its process in JPY_PARENT_PID. Where that is the parent itself, the system reports its end by
 * giving the kernel another parent; where a program stands between, its number is looked up.
 */
const INTERVAL = 500;

export function watchParent({ JPY_PARENT_PID }: NodeJS.ProcessEnv, onGone: () => void): void {
  const announced = Number(JPY_PARENT_PID ?? 0);
  if (!(announced > 1)) return;
  const isDirect = process.ppid === announced;
  setInterval(() => {
    if (isDirect ? process.ppid !== announced : !isAlive(announced)) onGone();
  }, INTERVAL).unref();
}

function isAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
