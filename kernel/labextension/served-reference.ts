/**
 * Served reference: where Jupyter serves the API reference of this package.
 *
 * JupyterLab serves every file in the folder of an extension; that of ours holds a link to `docs/api/` of the package.
 */
export const LAB_EXTENSION_NAME = "@epsilab/plotly";

/** The link in the folder of the extension. */
export const REFERENCE_LINK = "reference";

/** Below the server's base address. */
export const servedReference = `lab/extensions/${LAB_EXTENSION_NAME}/${REFERENCE_LINK}`;
