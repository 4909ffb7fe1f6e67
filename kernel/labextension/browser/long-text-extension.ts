/**
 * Long text extension: what JupyterLab is given to show what cells print: a short text as it always does, a long one in parts.
 *
 * Both are drawn by JupyterLab's own functions, so colours, links and look are the same, for every kernel.
 */
import type { PageElement } from "./dom.ts";
import { LongText } from "./long-text.ts";

/** From how many characters on a text is long. */
const longCharacters = 50_000;

interface MimeModel {
  readonly data: Readonly<Record<string, unknown>>;
}

/** A renderer of JupyterLab, and what it was made with. */
interface Renderer {
  readonly node: PageElement;
  readonly mimeType: string;
  readonly sanitizer: unknown;
  readonly resolver: unknown;
  readonly linkHandler: unknown;
  readonly translator: unknown;
  renderModel(model: MimeModel, keepExisting?: boolean): Promise<void>;
  render(model: MimeModel): Promise<void>;
  dispose(): void;
}
type RendererClass = new (options: never) => Renderer;

type Draw = (text: { readonly host: PageElement; readonly source: string }) => Promise<void>;

/** The package @jupyterlab/rendermime, as far as it is used. */
export interface Rendermime {
  readonly RenderedText: RendererClass;
  readonly RenderedError: RendererClass;
  readonly renderText: Draw;
  readonly renderError: Draw;
}

/** None for a JupyterLab before 4.1, which lacks some of what is used. */
export function longTextExtensions(rendermime: Partial<Rendermime>): unknown[] {
  const { RenderedText, RenderedError, renderText, renderError } = rendermime;
  if (!(RenderedText && RenderedError && renderText && renderError)) return [];
  return [
    extension({ stream: "stdout", Usual: RenderedText, draw: renderText, rank: 120 }),
    extension({ stream: "stderr", Usual: RenderedError, draw: renderError, rank: 110 }),
  ];
}

/** The ranks are those of JupyterLab's renderers of the same types. */
function extension(parts: { stream: string; Usual: RendererClass; draw: Draw; rank: number }): unknown {
  const { stream, draw, rank } = parts;
  class RenderedStream extends parts.Usual {
    #long: LongText | undefined;

    override renderModel(model: MimeModel): Promise<void> {
      const { sanitizer, resolver, linkHandler, translator } = this;
      const madeWith = { sanitizer, resolver, linkHandler, translator };
      const isLong = textOf(this, model).length > longCharacters;
      if (!isLong) this.#end();
      else this.#long ??= new LongText(this.node, (host, source) => void draw({ ...madeWith, host, source }));
      return super.renderModel(model, isLong);
    }

    override render(model: MimeModel): Promise<void> {
      return this.#long === undefined ? super.render(model) : this.#long.show(textOf(this, model));
    }

    override dispose(): void {
      this.#end();
      super.dispose();
    }

    #end(): void {
      this.#long?.end();
      this.#long = undefined;
    }
  }

  return {
    id: `@epsilab/plotly:${stream}`,
    description: `Shows much text on ${stream} while the page answers.`,
    rendererFactory: {
      safe: true,
      mimeTypes: [`application/vnd.jupyter.${stream}`],
      createRenderer: (options: never) => new RenderedStream(options),
    },
    rank,
    dataType: "string",
  };
}

function textOf({ mimeType }: Renderer, { data }: MimeModel): string {
  return String(data[mimeType]);
}
