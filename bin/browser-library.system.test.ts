import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openChromium } from "../experiments/engine/machine/chromium.ts";
import { run } from "./project-copy.ts";
import { projectFolder } from "./setup/project.js";
import { serveFolder } from "./static-server.ts";

/** The example pages as a user has them, beside a folder with the package; what the package holds is tested by package.system.test.ts. */
describe("the library in a page", () => {
  const place = mkdtempSync(join(tmpdir(), "epsilab-pages-"));
  const folder = join(place, "site");
  let browser: Browser;
  let server: Server;
  let numbers: Readonly<Record<string, number>>;

  beforeAll(async () => {
    cpSync(join(projectFolder, "docs/browser"), folder, { recursive: true });
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(projectFolder, join(folder, "node_modules/epsilab"), "dir");
    for (const name of ["highs", "esbuild"])
      symlinkSync(join(projectFolder, "node_modules", name), join(folder, "node_modules", name), "dir");
    const print =
      'const { firstNumbers } = await import("./first-numbers.mjs"); console.log(JSON.stringify(await firstNumbers()));';
    const inNode = await run(process.execPath, ["--input-type=module", "--eval", print], { folder });
    numbers = JSON.parse(inNode.output);
    server = createServer(serveFolder(folder)).listen(0, "127.0.0.1");
    browser = await openChromium();
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
    rmSync(place, { recursive: true, force: true });
  });

  /** What the page shows when it is done; a message of the page is an error. */
  async function shownBy(path: string): Promise<Readonly<Record<string, number>>> {
    const page = await browser.newPage();
    const messages: string[] = [];
    page.on("console", (message) => messages.push(message.text()));
    page.on("pageerror", (error) => messages.push(error.message));
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${path}`);
    await page.waitForFunction('document.querySelector("output").textContent !== "…"', undefined, { timeout: 300_000 });
    expect(messages).toEqual([]);
    const text = await page.textContent("output");
    await page.close();
    return JSON.parse(text as string);
  }

  /** The draw from the secure source is of no use to anyone but its reader. */
  const studied = ({ published, ...others }: Readonly<Record<string, number>>) => {
    expect(Number.isInteger(published)).toBe(true);
    return others;
  };

  it("is loaded without a bundler, with the numbers of Node", async () => {
    expect(numbers).toMatchObject({ studied: 39.33251806503632, best: 0.12375670052753093 });
    expect(studied(await shownBy("plain.html"))).toEqual(studied(numbers));
  });

  it("is bundled by esbuild, with the numbers of Node", async () => {
    const built = await run(process.execPath, ["build.mjs"], { folder: join(folder, "esbuild") });
    expect(built).toMatchObject({ code: 0 });
    expect(studied(await shownBy("esbuild/index.html"))).toEqual(studied(numbers));
  });

  it("is bundled by Vite, with the numbers of Node", async () => {
    const vite = join(projectFolder, "node_modules/vite/bin/vite.js");
    const built = await run(process.execPath, [vite, "build", "--base", "./"], { folder: join(folder, "vite") });
    expect(built).toMatchObject({ code: 0 });
    expect(studied(await shownBy("vite/dist/index.html"))).toEqual(studied(numbers));
  });
});
