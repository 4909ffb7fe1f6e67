/** Clock: the time in milliseconds by the clock that Node has, whatever cells make of theirs. */
export const now = performance.now.bind(performance);
