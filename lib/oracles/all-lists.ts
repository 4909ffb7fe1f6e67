/**
 * Everything there is of a few values: all lists, multisets, orders and tables of counts, each in lexicographic order.
 */

/** All lists of `length` values. */
export function allLists<Value>(values: readonly Value[], length: number): Value[][] {
  let lists: Value[][] = [[]];
  for (let k = 0; k < length; k++) lists = lists.flatMap((list) => values.map((value) => [...list, value]));
  return lists;
}

/** All lists of `length` values in which none comes before an earlier one of `values`: one of each multiset. */
export function allMultisets<Value>(values: readonly Value[], length: number): Value[][] {
  if (length === 0) return [[]];
  return values.flatMap((value, k) => allMultisets(values.slice(k), length - 1).map((rest) => [value, ...rest]));
}

/** All orders of these items. */
export function allOrders<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, k) => allOrders(items.toSpliced(k, 1)).map((rest) => [item, ...rest]));
}

/** All lists of this many counts that add up to a total. */
export function allCounts(total: number, length: number): number[][] {
  if (length === 1) return [[total]];
  return Array.from({ length: total + 1 }, (_, count) =>
    allCounts(total - count, length - 1).map((rest) => [count, ...rest]),
  ).flat();
}
