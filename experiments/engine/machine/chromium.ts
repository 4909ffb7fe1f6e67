/**
 * Chromium: a browser on this machine, where there is one, for what needs one: vector PDF, and pictures as Plotly draws them.
 *
 * It is started without network use and with an empty profile.
 */
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Browser } from "playwright-core";
import { StorageError } from "./storage-error.ts";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const ADVICE =
  'on Debian "apt-get install chromium" gets one; elsewhere set EPSILAB_CHROMIUM to the path of a Chromium or Chrome';

/** The path of the browser: EPSILAB_CHROMIUM, or the first of the usual names on the PATH. */
export function findChromium(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const named = environment.EPSILAB_CHROMIUM;
  if (named !== undefined && named !== "") return existsSync(named) ? named : undefined;
  const folders = (environment.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export async function withChromium<Value>(use: (browser: Browser) => Promise<Value>): Promise<Value> {
  const browser = await openChromium();
  try {
    return await use(browser);
  } finally {
    await browser.close();
  }
}

/** The caller closes it. */
export async function openChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new StorageError(`there is no browser for this format: ${ADVICE}`);
  const { chromium } = await playwright();
  return chromium.launch({
    executablePath,
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
}

async function playwright(): Promise<typeof import("playwright-core")> {
  try {
    return await import("playwright-core");
  } catch {
    throw new StorageError(
      'playwright-core is not installed; "npm install playwright-core" in the project\'s folder gets it',
    );
  }
}
