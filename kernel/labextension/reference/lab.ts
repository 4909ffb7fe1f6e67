/**
 * A JupyterLab of its own in a temporary folder, and a browser to look at it: for tests.
 *
 * It sees the extensions and kernels of one data folder besides those of its Python, keeps its files to itself and asks the network
 * for nothing. Its pages leave their application in `jupyterapp`. The same server has Notebook 7, on request.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type Browser, type CDPSession, chromium, type Page } from "playwright-core";

const TOKEN = "secret";
const OFFLINE = [
  "--LabApp.news_url=None",
  "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
  "--LabApp.extension_manager=readonly",
];

const SETTINGS = {
  "@jupyterlab/apputils-extension:notification": { fetchNews: "false", checkForUpdates: false },
  "@jupyterlab/completer-extension:manager": { showDocumentationPanel: true },
};

/** What makes the server pass on all output, and the kernels send it without delay, as by "npm run lab". */
const UNLIMITED = {
  words: ["--ZMQChannelsWebsocketConnection.limit_rate=False"],
  environment: { EPSILAB_OUTPUT_RATE: "unlimited" },
};

type Size = { readonly width?: number; readonly height?: number };

export class Lab {
  readonly folder = mkdtempSync(join(tmpdir(), "epsilab-lab-"));
  readonly notebooks = join(this.folder, "notebooks");
  /** The data folder of Jupyter: where extensions and kernels are installed. */
  readonly data = join(this.folder, "share/jupyter");
  /** What went wrong in the pages. */
  readonly failures: string[] = [];
  /** What the pages asked of others than this JupyterLab. */
  readonly foreignRequests: string[] = [];
  readonly #home = join(this.folder, "home");
  readonly #settings = join(this.folder, "settings");
  #server: ChildProcess | undefined;
  #browser: Browser | undefined;
  #processes: CDPSession | undefined;
  #log = "";
  #address = "";
  #workspaces = 0;
  readonly #limitsOutput: boolean;
  readonly #hasNotebook: boolean;

  constructor({ limitsOutput = true, hasNotebook = false } = {}) {
    this.#limitsOutput = limitsOutput;
    this.#hasNotebook = hasNotebook;
    for (const folder of [this.notebooks, this.data, this.#home, this.#settings])
      mkdirSync(folder, { recursive: true });
    writeFileSync(join(this.#settings, "overrides.json"), JSON.stringify(SETTINGS));
  }

  /** The address of its server. */
  get origin(): string {
    return this.#address;
  }

  get environment(): NodeJS.ProcessEnv {
    const { EPSILAB_OUTPUT_RATE: _, ...inherited } = process.env;
    return {
      ...inherited,
      ...(this.#limitsOutput ? {} : UNLIMITED.environment),
      HOME: this.#home,
      JUPYTER_CONFIG_DIR: this.#home,
      JUPYTER_PATH: this.data,
      JUPYTER_NO_CONFIG: "1",
      IPYTHONDIR: join(this.#home, "ipython"),
    };
  }

  async start(): Promise<void> {
    const server = spawn(
      pythonOfTests(),
      [
        ...["-m", "jupyterlab", "--no-browser", "--allow-root", "--ServerApp.port=0", ...OFFLINE],
        ...[
          `--notebook-dir=${this.notebooks}`,
          `--LabApp.app_settings_dir=${this.#settings}`,
          `--IdentityProvider.token=${TOKEN}`,
          "--expose-app-in-browser",
          ...(this.#hasNotebook ? ["--ServerApp.jpserver_extensions=notebook=True"] : []),
          ...(this.#limitsOutput ? [] : UNLIMITED.words),
        ],
      ],
      { env: this.environment, stdio: ["ignore", "ignore", "pipe"] },
    );
    this.#server = server;
    this.#address = await new Promise<string>((resolve, reject) => {
      createInterface(server.stderr).on("line", (line) => {
        this.#log += `${line}\n`;
        const found = /(http:\/\/(?:localhost|127\.0\.0\.1):\d+)\/lab/.exec(line);
        if (found?.[1] !== undefined) resolve(found[1]);
      });
      server.on("close", () => reject(new Error(`JupyterLab ended early:\n${this.#log}`)));
    });
    this.#browser = await chromium.launch({
      executablePath: process.env.EPSILAB_CHROMIUM ?? "/usr/bin/chromium",
      args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"],
    });
  }

  write(name: string, notebook: unknown): void {
    writeFileSync(join(this.notebooks, name), JSON.stringify(notebook));
  }

  /** Opens a file in a workspace of its own; gives the page once the file is shown. */
  async open(name: string, size: Size = {}): Promise<Page> {
    this.#workspaces += 1;
    const page = await this.#visit(`lab/workspaces/test-${this.#workspaces}/tree/${name}`, size);
    await page.locator("#jupyterlab-splash").waitFor({ state: "detached" });
    return page;
  }

  /** Opens a notebook in Notebook 7. */
  async openNotebook(name: string, size: Size = {}): Promise<Page> {
    const page = await this.#visit(`notebooks/${name}`, size);
    await page.locator(".jp-Notebook .jp-Cell").first().waitFor();
    return page;
  }

  async #visit(path: string, { width = 1200, height = 900 }: Size): Promise<Page> {
    if (this.#browser === undefined) throw new Error("the laboratory is not started");
    const context = await this.#browser.newContext({ viewport: { width, height }, deviceScaleFactor: 1 });
    const page = await context.newPage();
    page.on("pageerror", (error) => this.failures.push(error.message));
    page.on("request", (request) => this.#note(request.url()));
    page.setDefaultTimeout(180_000);
    await page.goto(`${this.#address}/${path}?token=${TOKEN}`);
    return page;
  }

  /** Chooses a theme as a user does, in the menu. */
  async chooseTheme(page: Page, theme: string): Promise<void> {
    await page.locator(".lm-MenuBar-itemLabel", { hasText: /^Settings$/ }).click();
    await page.locator(".lm-Menu-itemLabel", { hasText: /^Theme$/ }).hover();
    await page.locator(".lm-Menu-itemLabel", { hasText: new RegExp(`^${theme}$`) }).click();
  }

  /** How long the processors have worked for the pages so far, in milliseconds: on a busy machine as on a quiet one. */
  async pageWork(): Promise<number> {
    if (this.#browser === undefined) throw new Error("the laboratory is not started");
    this.#processes ??= await this.#browser.newBrowserCDPSession();
    const { processInfo } = await this.#processes.send("SystemInfo.getProcessInfo");
    const renderers = processInfo.filter(({ type }) => type === "renderer");
    return renderers.reduce((sum, { cpuTime }) => sum + 1000 * cpuTime, 0);
  }

  /** Takes a picture of the page, if EPSILAB_PICTURES names a folder for them. */
  async photograph(page: Page, name: string): Promise<void> {
    const folder = process.env.EPSILAB_PICTURES;
    if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`) });
  }

  #note(address: string): void {
    if (!address.startsWith(this.#address) && !/^(data|blob):/.test(address)) this.foreignRequests.push(address);
  }

  async stop(): Promise<void> {
    await this.#browser?.close();
    const server = this.#server;
    if (server?.exitCode === null) {
      const ended = once(server, "exit");
      server.kill("SIGTERM");
      // On a machine that is busy with other browsers a server was seen not to end by itself.
      const late = setTimeout(() => server.kill("SIGKILL"), 60_000);
      await ended;
      clearTimeout(late);
    }
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

/** The Python that the set-up of the tests found or made. */
export function pythonOfTests(): string {
  const python = process.env.EPSILAB_PYTHON;
  if (python === undefined) throw new Error('these tests need Jupyter: run them by "npm run test:system"');
  return python;
}
