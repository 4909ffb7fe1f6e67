/**
 * Chromium: a browser on this machine, where there is one, for what needs one: vector PDF, and pictures as Plotly draws them.
 *
 * It is started without network use and with an empty profile.
 */
import type { Browser } from "playwright-core";
import { StorageError } from "./storage-error.ts";
import { browserKinds, findBrowser } from "./web-browser.ts";

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
  const executablePath = findBrowser("chromium");
  if (executablePath === undefined)
    throw new StorageError(`there is no browser for this format: ${browserKinds.chromium.advice}`);
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
