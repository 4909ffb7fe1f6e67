/**
 * The need `peers`: what the benchmarks compare with, in the project's `.venv`, at the pinned versions and no others.
 */
import { ensureInEnvironment, environmentPython } from "./virtual-environment.js";

/** Makes sure that the peers are there. @returns {Promise<string>} the Python that has them */
export async function ensurePeers() {
  const modules = [
    "numpy",
    "scipy",
    "dp_accounting",
    "opendp",
    "prv_accountant",
    "online_fdr",
    "statsmodels",
    "jax_privacy",
    "mbi",
  ];
  await ensureInEnvironment({
    set: "peers",
    purpose: "NumPy, SciPy, accountants, online testing, matrix factorisations and graphical models",
    modules,
  });
  return environmentPython;
}
