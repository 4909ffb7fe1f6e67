import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  cholesky,
  isPositiveDefinite,
  leastSquares,
  type Matrix,
  qr,
  singularValues,
  solveLinear,
} from "./linear-algebra.ts";

function product(left: Matrix, right: Matrix): number[][] {
  return Array.from(left, (row) =>
    Array.from(right[0], (_, j) => Array.from(row).reduce((sum, entry, k) => sum + entry * right[k][j], 0)),
  );
}

function transpose(matrix: Matrix): number[][] {
  return Array.from(matrix[0], (_, j) => matrix.map((row) => row[j]));
}

function identity(size: number): number[][] {
  return Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => (i === j ? 1 : 0)));
}

function diagonal(values: ArrayLike<number>): number[][] {
  return identity(values.length).map((row, i) => row.map((entry) => entry * values[i]));
}

/** The largest entry of the difference, in units of 2^-52 times the size of the matrix times the largest entry of `right`. */
function units(left: Matrix, right: Matrix): number {
  let difference = 0;
  let largest = 0;
  left.forEach((row, i) => {
    for (let j = 0; j < row.length; j++) {
      difference = Math.max(difference, Math.abs(row[j] - right[i][j]));
      largest = Math.max(largest, Math.abs(right[i][j]));
    }
  });
  return difference / (Number.EPSILON * Math.max(left.length, left[0].length) * largest);
}

const STABLE = 20;
const hilbert = (size: number) =>
  Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => 1 / (i + j + 1)));
// Entries whose squares and residues cannot underflow: the header names the limit.
const entry = fc.double({ min: -10, max: 10, noNaN: true }).map((value) => (Math.abs(value) < 1e-100 ? 0 : value));
const shape = (minimumRows: number) =>
  fc.integer({ min: 1, max: 7 }).chain((columns) =>
    fc.array(fc.array(entry, { minLength: columns, maxLength: columns }), {
      minLength: Math.max(minimumRows, 1) === 1 ? 1 : columns,
      maxLength: columns + 5,
    }),
  );

describe("cholesky", () => {
  it("factors the textbook example exactly", () => {
    const { lower, solve } = cholesky([
      [4, 12, -16],
      [12, 37, -43],
      [-16, -43, 98],
    ]);
    expect(lower.map((row) => [...row])).toEqual([
      [2, 0, 0],
      [6, 1, 0],
      [-8, 5, 3],
    ]);
    expect([...solve([4 + 24 - 48, 12 + 74 - 129, -16 - 86 + 294])]).toEqual([1, 2, 3]);
  });

  it("multiplies back to the matrix, for any Gram matrix made definite", () => {
    fc.assert(
      fc.property(shape(1), (rows) => {
        const gram = product(transpose(rows), rows).map((row, i) => row.map((entry, j) => entry + (i === j ? 1 : 0)));
        const { lower } = cholesky(gram);
        expect(units(product(lower, transpose(lower)), gram)).toBeLessThan(STABLE);
      }),
    );
  });

  it("multiplies back to the Hilbert matrix of size 12, whose condition is 1e16", () => {
    const matrix = hilbert(12);
    const { lower } = cholesky(matrix);
    expect(units(product(lower, transpose(lower)), matrix)).toBeLessThan(STABLE);
  });

  it("averages asymmetry of rounding size out and refuses more", () => {
    const [[first], [second]] = cholesky([
      [4, 2 + 1e-15],
      [2, 3],
    ]).lower;
    expect([first, second]).toEqual([2, expect.closeTo(1, 14)]);
    expect(() =>
      cholesky([
        [4, 2],
        [2.001, 3],
      ]),
    ).toThrow("matrix must be symmetric, got");
  });

  it("refuses what is not positive definite, not square, not finite or ragged", () => {
    const indefinite = [
      [1, 2],
      [2, 1],
    ];
    expect(() => cholesky(indefinite)).toThrow("matrix must be positive definite");
    expect(isPositiveDefinite(indefinite)).toBe(false);
    expect(isPositiveDefinite(identity(3))).toBe(true);
    expect(() =>
      cholesky([
        [1, 1],
        [1, 1],
      ]),
    ).toThrow("positive definite");
    expect(() => cholesky([[1, 2]])).toThrow("matrix must be square");
    expect(() => cholesky([[Number.NaN]])).toThrow("matrix at (0, 0) must be finite, got NaN");
    expect(() => cholesky([[1, 2], [2]])).toThrow("matrix row 1 must be of length 2, got 1");
    expect(() => cholesky([])).toThrow("at least one row");
    expect(() => cholesky([[1]]).solve([1, 2])).toThrow("right must be of length 1, got 2");
  });
});

describe("qr", () => {
  it("has orthonormal columns, an upper triangle, and multiplies back", () => {
    fc.assert(
      fc.property(shape(2), (rows) => {
        const { orthogonal, upper } = qr(rows);
        upper.forEach((row, i) => {
          for (let j = 0; j < i; j++) expect(row[j]).toBe(0);
        });
        const back = product(orthogonal, upper);
        if (rows.flat().some((entry) => Math.abs(entry) > 1e-100)) expect(units(back, rows)).toBeLessThan(STABLE);
      }),
    );
  });

  it("keeps orthogonality on the Hilbert matrix, where Gram-Schmidt loses all of it", () => {
    const { orthogonal } = qr(hilbert(12));
    expect(units(product(transpose(orthogonal), orthogonal), identity(12))).toBeLessThan(STABLE);
  });

  it("refuses columns so small that orthogonality would be lost, and takes those of zeros", () => {
    expect(() =>
      qr([
        [1, 5e-324],
        [1, 5e-324],
      ]),
    ).toThrow("matrix column 1 must be 0 or of a size above 1e-280, got 5e-324");
    expect(() => singularValues([[5e-324, 5e-324]])).toThrow("matrix column 0");
    expect([
      ...singularValues([
        [1, 0],
        [1, 0],
      ]).values,
    ]).toEqual([expect.closeTo(Math.SQRT2, 15), 0]);
  });

  it("refuses more columns than rows", () => {
    expect(() => qr([[1, 2]])).toThrow("matrix must be of at least as many rows as columns");
  });
});

describe("singularValues", () => {
  it("knows the values of a matrix with a closed form", () => {
    // [[3, 0], [4, 5]] has the singular values sqrt(45) and sqrt(5).
    const { values } = singularValues([
      [3, 0],
      [4, 5],
    ]);
    expect(values[0]).toBeCloseTo(Math.sqrt(45), 14);
    expect(values[1]).toBeCloseTo(Math.sqrt(5), 14);
  });

  it("multiplies back, with orthonormal factors and descending values, tall or wide", () => {
    fc.assert(
      fc.property(shape(1), (rows) => {
        const { left, values, right } = singularValues(rows);
        const rank = values.length;
        expect(rank).toBe(Math.min(rows.length, rows[0].length));
        for (let i = 0; i < rank; i++) expect(values[i]).toBeLessThanOrEqual(i === 0 ? Infinity : values[i - 1]);
        expect(units(product(transpose(right), right), identity(right[0].length))).toBeLessThan(STABLE);
        if (rows.flat().some((entry) => Math.abs(entry) > 1e-100)) {
          expect(units(product(product(left, diagonal(values)), transpose(right)), rows)).toBeLessThan(STABLE);
        }
      }),
    );
  });

  it("finds the spectrum of the path graph's second difference: 2 - 2 cos(k pi / 4) for n = 3", () => {
    const { values } = singularValues([
      [2, -1, 0],
      [-1, 2, -1],
      [0, -1, 2],
    ]);
    expect([...values]).toEqual([2 + Math.SQRT2, 2, 2 - Math.SQRT2].map((value) => expect.closeTo(value, 14)));
  });

  it("agrees with Hilbert's largest and smallest values of size 5", () => {
    // mpmath 1.3, svd_r(hilbert(5)) at 40 digits.
    const { values } = singularValues(hilbert(5));
    expect(values[0]).toBeCloseTo(1.5670506910982307, 14);
    expect(Math.abs(values[4] - 0.0000032879287721718635)).toBeLessThan(5e-16);
  });
});

describe("leastSquares", () => {
  it("fits the line through four points: Anton's example", () => {
    const design = [0, 1, 2, 3].map((x) => [1, x]);
    const [intercept, slope] = leastSquares(design, [1, 3, 4, 4]);
    expect(intercept).toBeCloseTo(1.5, 14);
    expect(slope).toBeCloseTo(1, 14);
  });

  it("leaves a residual orthogonal to every column", () => {
    const design = Array.from({ length: 20 }, (_, i) => [1, i / 20, (i / 20) * (i / 20), 1 / (i + 1)]);
    const right = design.map((_, i) => ((i * 7) % 11) - 3);
    const fitted = leastSquares(design, right);
    const residual = design.map((row, i) => [right[i] - row.reduce((sum, entry, j) => sum + entry * fitted[j], 0)]);
    for (const [entry] of product(transpose(design), residual)) expect(Math.abs(entry)).toBeLessThan(1e-12);
  });

  it("accepts independent columns of very different sizes and refuses dependent ones", () => {
    expect(
      leastSquares(
        [
          [1, 0],
          [0, 1e-20],
          [0, 0],
        ],
        [1, 1, 0],
      )[1],
    ).toBeCloseTo(1e20, -6);
    expect(() =>
      leastSquares(
        [
          [1, 2],
          [2, 4],
          [3, 6],
        ],
        [1, 1, 1],
      ),
    ).toThrow('matrix must be of full rank, got "column 1 that depends on those before it"');
    expect(() => leastSquares([[1], [2]], [1])).toThrow("right must be of length 2");
  });
});

describe("solveLinear", () => {
  it("inverts multiplication", () => {
    const matrix = [
      [0, 2, 1],
      [1, -2, -3],
      [-1, 1, 2],
    ];
    expect([...solveLinear(matrix, [-8, 0, 3])]).toEqual([-4, -5, 2].map((value) => expect.closeTo(value, 13)));
  });

  it("has a small residual on any diagonally dominant system", () => {
    fc.assert(
      fc.property(shape(2), (rows) => {
        const size = rows[0].length;
        const matrix = rows.slice(0, size).map((row, i) => row.map((entry, j) => (i === j ? entry + 200 : entry)));
        const solution = solveLinear(
          matrix,
          matrix.map((_, i) => i + 1),
        );
        const back = product(
          matrix,
          Array.from(solution, (entry) => [entry]),
        );
        back.forEach(([entry], i) => {
          expect(entry).toBeCloseTo(i + 1, 11);
        });
      }),
    );
  });

  it("refuses singular and rectangular matrices", () => {
    expect(() =>
      solveLinear(
        [
          [1, 2],
          [2, 4],
        ],
        [1, 1],
      ),
    ).toThrow("full rank");
    expect(() => solveLinear([[1, 2]], [1])).toThrow("matrix must be square");
    expect(() => solveLinear([[1]], [Infinity])).toThrow("right at 0 must be finite");
  });
});

describe("reproducibility", () => {
  it("uses no platform function whose last bit could differ", () => {
    // Bits pinned: a change of engine or of ml-matrix that moves one of them must be seen.
    const { values } = singularValues(hilbert(6));
    const { upper } = qr(hilbert(6));
    const bits = (value: number) => new BigUint64Array(Float64Array.of(value).buffer)[0].toString(16);
    expect([...values].map(bits)).toMatchInlineSnapshot(`
      [
        "3ff9e70389d943ca",
        "3fcf05ae5679adba",
        "3f90b696c128ca1d",
        "3f442d45859a977e",
        "3eea5cdfb40a8fce",
        "3e7d10f0ff7f17ac",
      ]
    `);
    expect(upper.map((row, i) => bits(row[i]))).toMatchInlineSnapshot(`
      [
        "bff38a22889df528",
        "bfc1b9494dba1936",
        "bf83950a0896e127",
        "3f3f79c98413e365",
        "3ef22e65ba6f1cf6",
        "be9ac04f1d0196c0",
      ]
    `);
  });
});
