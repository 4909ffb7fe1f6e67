/**
 * The need `peers`: what the benchmarks compare with, in the project's `.venv`, at the pinned versions and no others.
 */
import { ensureInEnvironment, environmentPython } from "./virtual-environment.js";

/** Makes sure that NumPy and SciPy are there. @returns {Promise<string>} the Python that has them */
export async function ensurePeers() {
  await ensureInEnvironment({ set: "peers", purpose: "NumPy and SciPy", modules: ["numpy", "scipy"] });
  return environmentPython;
}
