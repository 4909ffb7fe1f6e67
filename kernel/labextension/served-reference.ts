/**
 * Served reference: where Jupyter serves the API reference of this package.
 *
 * JupyterLab serves every file in the folder of an extension; that of ours holds a link to `docs/api/` of the package.
 */
export const labExtensionName = "@epsilab/plotly";

/** The link in the folder of the extension. */
export const referenceLink = "reference";

/** Below the server's base address. */
export const servedReference = `lab/extensions/${labExtensionName}/${referenceLink}`;
