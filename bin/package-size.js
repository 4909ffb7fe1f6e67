/** How large the packed package may be, in megabytes: a user waits for them. A release is refused beyond it, and a test fails. */
export const MOST_MEGABYTES = 16;
