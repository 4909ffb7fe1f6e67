/**
 * How large the packed package may be, in megabytes: a user waits for them.
 *
 * Beyond it a test fails and a release is refused; a need for more raises it.
 */
export const MOST_MEGABYTES = 18;
