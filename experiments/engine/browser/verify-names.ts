/** Where the page that verifies results finds what is asked of it. */
export const ASKED = "asked.json";
