/**
 * Streams: running sums of records that arrive one by one, learning from them, and noticing when their law changes.
 */
export {};
