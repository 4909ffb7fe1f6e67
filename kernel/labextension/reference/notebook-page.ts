/** A notebook in JupyterLab's page, worked with as a user does, by mouse and keyboard: for tests. */
import type { Locator, Page, Response } from "playwright-core";

export class NotebookPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  cell(index: number): Locator {
    return this.page.locator(".jp-Notebook .jp-CodeCell").nth(index);
  }

  output(index: number): Locator {
    return this.cell(index).locator(".jp-OutputArea");
  }

  plot(index: number): Locator {
    return this.output(index).locator(".js-plotly-plot");
  }

  /** Waits until the notebook has a kernel of this name. */
  async connected(kernel: string): Promise<void> {
    await this.page.locator(".jp-Toolbar-kernelName", { hasText: kernel }).waitFor();
    await this.idle();
  }

  /** Waits until the kernel has nothing to do. */
  async idle(): Promise<void> {
    await this.page.locator('.jp-Notebook-ExecutionIndicator[data-status="idle"]').waitFor();
  }

  async run(index: number): Promise<void> {
    await this.cell(index).locator(".cm-content").click();
    await this.page.keyboard.press("Control+Enter");
  }

  /** Runs a cell and waits until it is done. */
  async finish(index: number): Promise<void> {
    await this.run(index);
    await this.#numbered(index).waitFor();
    await this.idle();
  }

  /** Whether a cell that was started is done. */
  async isDone(index: number): Promise<boolean> {
    return await this.#numbered(index).isVisible();
  }

  /** The prompt of a cell that does not run. */
  #numbered(index: number): Locator {
    return this.cell(index).locator(".jp-InputPrompt", { hasText: /^\[\d+\]:$/ });
  }

  /** Writes into a cell in place of what it says. */
  async type(index: number, text: string): Promise<void> {
    await this.cell(index).locator(".cm-content").click();
    await this.page.keyboard.press("Control+A");
    await this.page.keyboard.type(text);
  }

  /** A name among those that are offered to complete what is being written. */
  completion(name: string): Locator {
    return this.page.locator(".jp-Completer .jp-Completer-match", { hasText: new RegExp(`^${name}$`) });
  }

  /**
   * Presses Tab until a name is offered, as a person would: JupyterLab waits a second for the kernel, and then drops what comes.
   * The name's element is the answer.
   */
  async complete(name: string): Promise<Locator> {
    const offered = this.completion(name);
    for (let seconds = 5; ; seconds *= 2) {
      await this.page.keyboard.press("Tab");
      const isOffered = await offered.waitFor({ timeout: seconds * 1000 }).then(
        () => true,
        (error: unknown) => {
          if (seconds > 100) throw error;
          return false;
        },
      );
      if (isOffered) return offered;
    }
  }

  async press(button: string): Promise<void> {
    await this.page.locator(`.jp-NotebookPanel-toolbar [data-jp-item-name="${button}"] jp-button`).click();
  }

  async restart(): Promise<void> {
    await this.press("restart");
    await this.page.locator(".jp-Dialog .jp-mod-accept").click();
    await this.page.locator(".jp-Dialog").waitFor({ state: "detached" });
    await this.idle();
  }

  /** Saves the notebook and waits until the server has it; only JupyterLab's tab shows that, Notebook 7 has none. */
  async save(): Promise<void> {
    const isSave = (response: Response) =>
      response.request().method() === "PUT" && new URL(response.url()).pathname.includes("/api/contents/");
    const [response] = await Promise.all([this.page.waitForResponse(isSave), this.press("save")]);
    await response.finished();
  }
}
