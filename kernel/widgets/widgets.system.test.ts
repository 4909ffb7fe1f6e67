import { describeWidgetsIn } from "./reference/widgets-in-pages.ts";

describeWidgetsIn("JupyterLab"); // in Notebook 7: widgets.long.test.ts
