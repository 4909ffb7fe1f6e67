/**
 * Installation of the export template: `jupyter nbconvert --to html --template epsilab` writes a page whose Plotly figures are interactive,
 * and that needs no network for them.
 *
 * nbconvert knows no Plotly: its own pages show the still pictures. A template needs no Python: it is a folder under Jupyter's data
 * folder, and this one is JupyterLab's but for the figures. plotly.js (4.5 MB) is written into the page once, and only where a notebook
 * has a figure; so it is in no notebook. The program that shows the figures is that of JupyterLab, so that size, theme and caption are
 * the same.
 * Source: nbconvert, "Customizing exporters" and "Creating Custom Templates for nbconvert".
 */
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { MIME_TYPE } from "./browser/plot.ts";
import { type Files, replaceFolder } from "./replace-folder.ts";

export const exportTemplateName = "epsilab";

/** Where the template lies under a data folder of Jupyter. */
export function exportTemplateFolder(data: string): string {
  return join(data, "nbconvert", "templates", exportTemplateName);
}

/** Writes the template under a data folder of Jupyter, in place of an older one; gives its folder. */
export function installExportTemplate(data: string): string {
  const folder = exportTemplateFolder(data);
  replaceFolder(folder, templateFiles());
  return folder;
}

/** Removes the template under a data folder of Jupyter, and the folders around it that are empty then. */
export function uninstallExportTemplate(data: string): void {
  let folder = exportTemplateFolder(data);
  if (!existsSync(folder)) return;
  rmSync(folder, { recursive: true, force: true });
  for (folder = dirname(folder); folder !== data && readdirSync(folder).length === 0; folder = dirname(folder))
    rmSync(folder, { recursive: true });
}

function templateFiles(): Files {
  const plotly = readFileSync(createRequire(import.meta.url).resolve("plotly.js-dist-min"), "utf8");
  const own = fileURLToPath(import.meta.url);
  const folder = own.endsWith(".js") ? dirname(own) : join(dirname(own), "../../dist/kernel/labextension");
  const program = readFileSync(join(folder, "exported-page.bundle.js"), "utf8");
  return [
    ["conf.json", `${JSON.stringify({ base_template: "lab", mimetypes: { "text/html": true } }, null, 2)}\n`],
    ["index.html.j2", TEMPLATE],
    ["static/epsilab-plotly.js", inScript(globalOnly(plotly))],
    ["static/epsilab-figures.js", inScript(program)],
  ];
}

/** JupyterLab's page loads require.js where there is a network, to which Plotly would announce itself instead. */
function globalOnly(program: string): string {
  return `(function () { var define, module, exports;\n${program}\n}).call(window);\n`;
}

/** A program that cannot end the script around it. */
function inScript(program: string): string {
  return program.replaceAll("</script", "<\\/script");
}

const TEMPLATE = `{%- extends 'lab/index.html.j2' -%}
{#- Written by Epsilab: figures of Plotly are interactive, all else is as in the template "lab". -#}
{%- set plotly = '${MIME_TYPE}' -%}

{% block data_priority scoped %}
{%- if plotly in output.data and not resources.should_sanitize_html -%}
<div class="jp-OutputArea-output {{ extra_class }}" data-mime-type="{{ plotly }}">
<div class="epsilab-figure">
{%- if 'image/png' in output.data %}
<noscript><img src="data:image/png;base64,{{ output.data['image/png'] | escape_html }}" style="max-width:100%" alt=""></noscript>
{%- endif %}
<script type="application/json">{{ output.data | json_dumps | escape_html_script }}</script>
</div>
</div>
{%- else -%}
{{ super() }}
{%- endif -%}
{% endblock data_priority %}

{% block footer_js %}
{{ super() }}
{%- set page = namespace(figures=false) -%}
{%- for cell in nb.cells -%}
{%- for output in cell.get('outputs', []) if plotly in output.get('data', {}) -%}
{%- set page.figures = true -%}
{%- endfor -%}
{%- endfor -%}
{%- if page.figures and not resources.should_sanitize_html %}
{{ resources.include_js("static/epsilab-plotly.js") }}
{{ resources.include_js("static/epsilab-figures.js") }}
{%- endif %}
{% endblock footer_js %}
`;
