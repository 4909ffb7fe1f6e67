/** An element without a browser, which holds texts and elements and nothing else: for tests. */
export class TextElement {
  readonly style: Record<string, string> = {};
  readonly children: (string | TextElement)[] = [];
  readonly ownerDocument = { createElement: () => new TextElement() };
  #parent: TextElement | undefined;

  get textContent(): string {
    return this.children.map((child) => (typeof child === "string" ? child : child.textContent)).join("");
  }

  append(child: string | TextElement): void {
    if (child instanceof TextElement) child.#parent = this;
    this.children.push(child);
  }

  remove(): void {
    this.#parent?.children.splice(this.#parent.children.indexOf(this), 1);
  }

  replaceChildren(): void {
    this.children.length = 0;
  }
}
