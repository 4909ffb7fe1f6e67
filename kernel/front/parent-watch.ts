/**
 * Parent watch: tells when the process that started the kernel is gone, so that no kernel outlives its Jupyter.
 *
 * Jupyter gives the number of its process in JPY_PARENT_PID. Where that is the parent itself, the system tells of its end by
 * giving the kernel another parent; where a program stands between, its number is looked up.
 */
const interval = 500;

export function watchParent(environment: NodeJS.ProcessEnv, onGone: () => void): void {
  const announced = Number(environment.JPY_PARENT_PID);
  if (!Number.isInteger(announced) || announced <= 1) return;
  const direct = process.ppid === announced;
  const timer = setInterval(() => {
    if ((direct && process.ppid !== announced) || !isAlive(announced)) {
      clearInterval(timer);
      onGone();
    }
  }, interval);
  timer.unref();
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}
