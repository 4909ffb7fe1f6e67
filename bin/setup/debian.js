/**
 * The need `debian`: the Debian packages that the system tests use. Installed when we are root, otherwise asked for.
 */
import { withLock } from "./lock.js";
import { programOnPath, SetupError } from "./project.js";
import { runTool } from "./tool.js";

/** The packages, each with the program that tells whether it is there. */
const PACKAGES = [{ name: "dieharder", program: "dieharder" }];

/** Makes sure that the Debian packages are installed. */
export async function ensureDebian() {
  const missing = () => PACKAGES.filter(({ program }) => programOnPath(program) === undefined).map(({ name }) => name);
  if (missing().length === 0) return;
  const install = ["install", "-y", "--no-install-recommends"];
  const aptGet = programOnPath("apt-get");
  if (aptGet === undefined) {
    throw new SetupError(
      `The system tests need these Debian packages, and this system has no apt-get: ${missing().join(" ")}`,
    );
  }
  if (process.getuid?.() !== 0) {
    throw new SetupError(
      `The system tests need Debian packages that are not installed. To install them:\n  sudo apt-get ${[...install, ...missing()].join(" ")}`,
    );
  }
  await withLock("debian", async () => {
    const names = missing();
    if (names.length === 0) return;
    const environment = { DEBIAN_FRONTEND: "noninteractive" };
    await runTool({
      name: "apt-update",
      deed: "reading Debian's package lists",
      command: aptGet,
      args: ["update"],
      environment,
    });
    const args = [...install, ...names];
    await runTool({ name: "apt-install", deed: `installing ${names.join(", ")}`, command: aptGet, args, environment });
  });
}
