/** How large the packed package may be, in megabytes: a user waits for them. A release is refused beyond it, and a test fails; a need for more raises it. */
export const MOST_MEGABYTES = 18;
