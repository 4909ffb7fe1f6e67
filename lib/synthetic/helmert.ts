/**
 * Helmert coefficients of a marginal: an orthonormal change of coordinates that splits a table into the parts of its subsets.
 *
 * Along an attribute of n values the first basis vector is constant, 1 / sqrt(n), and the k-th compares the k-th value with the
 * mean of those before it: (x_0 + ... + x_(k-1) - k x_k) / sqrt(k (k + 1)). A coefficient of the table of a set r is numbered like
 * a cell; the attributes in which its number is not 0 are the subset s that it belongs to.
 * Theorem: the coefficients of s in the table of r are those of s in the table of s, over the root of the number of cells of r
 * without s. So the marginals of a law have one vector of coefficients for each subset, whichever marginal it is read from; and
 * independent noise of deviation sigma on the cells is independent noise of deviation sigma on the coefficients.
 * Source: the transform is orthogonal and a Kronecker product over the attributes (Xiao, He, Zhang, Kifer, NeurIPS 2023,
 * ResidualPlanner, use this splitting).
 */
import type { AttributeSet, Sizes } from "./cell-map.ts";

/** Values to coefficients, in place. */
export function toCoefficients(table: Float64Array, sizes: Sizes, set: AttributeSet): Float64Array {
  return along(table, sizes, set, (start, size, stride) => {
    let sum = table[start];
    for (let k = 1, at = start + stride; k < size; k++, at += stride) {
      const value = table[at];
      table[at] = (sum - k * value) / Math.sqrt(k * (k + 1));
      sum += value;
    }
    table[start] = sum / Math.sqrt(size);
  });
}

/** Coefficients to values, in place: the transpose, which is the inverse. */
export function fromCoefficients(table: Float64Array, sizes: Sizes, set: AttributeSet): Float64Array {
  return along(table, sizes, set, (start, size, stride) => {
    let rest = table[start] / Math.sqrt(size);
    for (let k = size - 1, at = start + k * stride; k > 0; k--, at -= stride) {
      const scaled = table[at] / Math.sqrt(k * (k + 1));
      table[at] = rest - k * scaled;
      rest += scaled;
    }
    table[start] = rest;
  });
}

/** Every line of cells along every attribute. */
function along(
  table: Float64Array,
  sizes: Sizes,
  set: AttributeSet,
  change: (start: number, size: number, stride: number) => void,
): Float64Array {
  let stride = 1;
  for (let k = set.length - 1; k >= 0; k--) {
    const size = sizes[set[k]];
    for (let block = 0; block < table.length; block += stride * size)
      for (let start = block; start < block + stride; start++) change(start, size, stride);
    stride *= size;
  }
  return table;
}
