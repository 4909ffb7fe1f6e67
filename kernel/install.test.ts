import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { installedSpec, installKernel, uninstallKernel } from "./install.ts";
import { environmentPrefix, searchFolders, userFolder } from "./kernelspec.ts";

const program = { node: "/opt/node/bin/node", main: "/opt/epsilab/dist/kernel/program.cjs", project: "/opt/epsilab" };
let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "epsilab-install-"));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

describe("the installation", () => {
  it("writes a kernelspec that needs no PATH, with a logo", () => {
    const folder = installKernel(join(place, "share", "jupyter"), program);
    expect(folder).toBe(join(place, "share", "jupyter", "kernels", "epsilab"));
    expect(JSON.parse(readFileSync(join(folder, "kernel.json"), "utf8"))).toEqual({
      argv: [
        program.node,
        "--v8-pool-size=1",
        ...[program.main, "front"],
        ...["--connection-file", "{connection_file}", "--preload", "epsilab=/opt/epsilab"],
      ],
      display_name: "TypeScript (Epsilab)",
      language: "typescript",
      interrupt_mode: "message",
      env: { NODE_EXTRA_CA_CERTS: "", EPSILAB_EXTRA_CA_CERTS: `\${NODE_EXTRA_CA_CERTS}` },
      metadata: { debugger: false },
    });
    expect(readFileSync(join(folder, "logo-svg.svg"), "utf8")).toContain("<svg");
  });

  it("reports the variables of its kernelspec, filled in as Jupyter fills them in", () => {
    const folder = installKernel(place, program);
    const kept = (environment: Record<string, string>) =>
      installedSpec(folder, environment)?.env.EPSILAB_EXTRA_CA_CERTS;
    expect(kept({ NODE_EXTRA_CA_CERTS: "/a/file" })).toBe("/a/file");
    expect(kept({})).toBe(`\${NODE_EXTRA_CA_CERTS}`); // left as it is, as Jupyter does
  });

  it("replaces an older one whole, leaves nothing else, and is undone", () => {
    const old = join(place, "kernels", "epsilab");
    mkdirSync(old, { recursive: true });
    writeFileSync(join(old, "kernel.js"), "old");
    const folder = installKernel(place, program);
    expect(existsSync(join(folder, "kernel.js"))).toBe(false);
    expect(readdirSync(join(place, "kernels"))).toEqual(["epsilab"]);
    expect(installedSpec(folder, {})?.argv[0]).toBe(program.node);
    expect(uninstallKernel(place)).toBe(true);
    expect(uninstallKernel(place)).toBe(false);
    expect(readdirSync(join(place, "kernels"))).toEqual([]);
  });

  it("reports a kernelspec that cannot be read", () => {
    const folder = installKernel(place, program);
    writeFileSync(join(folder, "kernel.json"), "{");
    expect(installedSpec(folder, {})).toBeUndefined();
    expect(installedSpec(join(place, "nowhere"), {})).toBeUndefined();
  });
});

describe("the place", () => {
  it("for a user is where Jupyter keeps data on each system", () => {
    expect(userFolder({ JUPYTER_DATA_DIR: "/data" }, "linux")).toBe("/data");
    expect(userFolder({ XDG_DATA_HOME: "/xdg" }, "linux")).toBe(join("/xdg", "jupyter"));
    expect(userFolder({}, "linux")).toBe(join(homedir(), ".local", "share", "jupyter"));
    expect(userFolder({}, "darwin")).toBe(join(homedir(), "Library", "Jupyter"));
    expect(userFolder({ APPDATA: "/roaming" }, "win32")).toBe(join("/roaming", "jupyter"));
  });

  it("of an environment is the active one, or what the first Python on the PATH says", () => {
    mkdirSync(join(place, "bin"));
    expect(environmentPrefix({ VIRTUAL_ENV: "/venv", PATH: "" })).toBe("/venv");
    expect(environmentPrefix({ CONDA_PREFIX: "/conda", PATH: "" })).toBe("/conda");
    const PATH = ["/nowhere", join(place, "bin")].join(delimiter);
    expect(environmentPrefix({ PATH })).toBeUndefined();
    writeFileSync(join(place, "bin", "python3"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
    expect(environmentPrefix({ PATH })).toBeUndefined();
    writeFileSync(join(place, "bin", "python3"), "#!/bin/sh\necho /a prefix\n");
    expect(environmentPrefix({ PATH })).toBe("/a prefix");
  });

  it("is looked for in Jupyter's order", () => {
    const found = searchFolders({ JUPYTER_PATH: "/first", JUPYTER_DATA_DIR: "/user", VIRTUAL_ENV: "/venv", PATH: "" });
    const folders = ["/first", "/user", join("/venv", "share", "jupyter")].map((data) =>
      join(data, "kernels", "epsilab"),
    );
    expect(found.slice(0, 3)).toEqual(folders);
  });
});
