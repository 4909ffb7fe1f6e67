import { describeWidgetsIn } from "./reference/widgets-in-pages.ts";

describeWidgetsIn("Notebook 7");
