/** What the tests of the site share: the site of this project, served, and a box asked in Chromium. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { serveFolder } from "./static-server.ts";

/** Results that need a package that is not installed with Epsilab. */
export const NEEDS_DATA: readonly string[] = ["mnist-private-training"];

/** What a box says when all is equal. */
export const SAME = /^the same bits: (\d+) of \1 blocks equal, [\d.]+ s, in [1-9]\d* of \d+ cells$/;

export interface Served {
  readonly address: string;
  readonly server: Server;
}

export async function served(folder: string): Promise<Served> {
  const server = createServer(serveFolder(folder)).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

interface Visit {
  readonly page: Page;
  /** What the page asked for at other places. */
  readonly elsewhere: readonly string[];
  /** Errors and what the policy refused. */
  readonly errors: readonly string[];
}

/** Opens a page; what it asks of other hosts is refused, and kept. */
export async function visited(browser: Browser, address: string, screen: { width?: number } = {}): Promise<Visit> {
  const page = await browser.newPage({ viewport: { width: screen.width ?? 1200, height: 900 } });
  page.setDefaultTimeout(0); // the test has one
  const [elsewhere, errors]: [string[], string[]] = [[], []];
  const own = new URL(address);
  await page.route("**", (route) => {
    const asked = new URL(route.request().url());
    if (asked.protocol === "blob:" || (asked.protocol === own.protocol && asked.host === own.host))
      return route.continue();
    elsewhere.push(asked.href);
    return route.abort();
  });
  page.on("pageerror", ({ message }) => errors.push(message));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await page.goto(address);
  return { page, elsewhere, errors };
}

export interface Shown {
  /** The last sentence. */
  readonly said: string;
  /** What is listed below. */
  readonly listed: readonly string[];
}

/** Presses a button of a box, by selectors, and waits for its last sentence. */
export async function recomputed(page: Page, box: string, button = "[data-do=sample]"): Promise<Shown> {
  await page.evaluate(`document.querySelector('${box}').querySelector('${button}').click()`);
  return settled(page, box);
}

export async function settled(page: Page, box: string): Promise<Shown> {
  await page.locator(box).first().locator("progress[hidden]").waitFor({ state: "attached" });
  return (await page.evaluate(`(() => {
    const box = document.querySelector('${box}');
    const listed = [...box.querySelectorAll("ul li")].map((line) => line.textContent);
    return { said: box.querySelector("output").textContent, listed };
  })()`)) as Shown;
}

/** The box of a whole result. */
export function boxOf(experiment: string): string {
  return `#experiment-${experiment} [data-recompute]`;
}

/** What a program's box shows. */
interface Ran extends Shown {
  /** How many values the program's comments state, and how many of them were given as stated. */
  readonly stated: number;
  readonly agreeing: number;
}

/** Runs the program of an example, or another text in its place, and waits for its last sentence. */
export async function ran(page: Page, example: string, text?: string): Promise<Ran> {
  const box = page.locator(`[id="${example}"] [data-snippet]`);
  await page.evaluate(`document.getElementById(${JSON.stringify(example)}).open = true`);
  if (text !== undefined) await box.locator("textarea").fill(text);
  await box.locator("textarea").press("Control+Enter");
  await box.locator("progress[hidden]").waitFor({ state: "attached" });
  const listed = await box.locator("li").allTextContents();
  const code = await box.locator("textarea").inputValue();
  return {
    said: `${await box.locator("output").textContent()}`,
    listed,
    stated: code.split("\n").filter((line) => /^(?!\/\/).*\S.*\/\/ => \S/.test(line)).length,
    agreeing: listed.filter((line) => line.endsWith("✓ as stated")).length,
  };
}

/** What is wrong with an example that was run, if anything. */
export function wrongOf({ said, listed, stated, agreeing }: Ran): string | undefined {
  if (/^done in [\d.]+ s$/.test(said) && stated === agreeing) return undefined;
  return `${said}: ${agreeing} of ${stated} values as stated: ${listed.join("; ")}`;
}
