/**
 * Online convolution: sums of past amounts weighted by their age, one step after another.
 *
 * At position m the value is the sum over s = 0 ... m of amount[s] kernel[m - s], where amounts arrive one by one: `add` puts one
 * at the present position, `advance` goes to the next. Directly a step costs as much as there are amounts before it, all steps
 * O(n^2); here O(log^2 n) a step.
 *
 * Method: semi-relaxed multiplication by blocks (van der Hoeven, J. Symbolic Computation 34, 2002; Fischer, Stockmeyer, J. Computer
 * and System Sciences 9, 1974). When position i is reached and B is the largest power of two that divides it, the amounts at i - B
 * ... i - 1 are convolved with the kernel by Fourier transforms of length 2 B and added to the values at i ... i + B - 1; every
 * pair of positions meets once. Pairs within a block of 64 are summed directly.
 *
 * Error: |value - exact| is at most `transformError` and 100 u of the value. With u = 2^-53, one pass of the transform of length
 * 2^n changes a vector by at most 3 u of its norm for each bit of n (a radix-4 pass: two additions u, a product sqrt(5) u, a root
 * of unity 1.43 u), the twiddles between rows and columns, products of three roots, by 12 u, the split into reals by 2 u; each pass
 * is a multiple of a unitary map, so a transform errs by at most eta = 4 (n + 6) u in the Euclidean norm, and twice over for a
 * product of two. Parseval and Cauchy-Schwarz give 2 eta |a|_2 |k|_2 for the spectra, Young's inequality eta |a|_2 |k|_1 for the
 * inverse; so 16 (n + 6) u |a|_2 |k|_1 in all, at every place. The additions of blocks, and of the at most 65 direct terms, err by
 * less than 100 u of the value. Sources: Higham, Accuracy and Stability of Numerical Algorithms, theorem 24.2; Brent, Percival,
 * Zimmermann, Math. Comp. 76 (2007), for the product.
 * Limits: amounts and kernel are non-negative; fewer than 2^23 positions.
 */
import { inverseRealFourier, realFourier, type Spectrum } from "./fourier.ts";
import { refuse, requireNonNegative } from "./requirements.ts";

const BASE = 64;
const MOST_POSITIONS = 8388608;
const UNIT = 1.1102230246251565e-16; // 2^-53

/** The kernel, and what is computed from it once for all convolutions with it. */
export interface ConvolutionKernel {
  /** A list of at least `count` values, or of all there are if they end before; those behind the end are 0. */
  values(count: number): Float64Array;
  readonly spectra: Map<number, KernelSpectrum>;
}

interface KernelSpectrum {
  readonly spectrum: Spectrum;
  /** The sum of the values. */
  readonly norm: number;
}

export function convolutionKernel(values: (count: number) => Float64Array): ConvolutionKernel {
  return { values, spectra: new Map() };
}

export class OnlineConvolution {
  readonly #kernel: ConvolutionKernel;
  #amounts = new Float64Array(BASE);
  /** What blocks before that of a position have given it. */
  #given = new Float64Array(BASE);
  #near: Float64Array;
  #position = 0;
  /** The error of the block of each size, and their sum for the present position. */
  readonly #errors = new Float64Array(24);
  #error = 0;

  constructor(kernel: ConvolutionKernel) {
    this.#kernel = kernel;
    this.#near = kernel.values(BASE);
  }

  get position(): number {
    return this.#position;
  }

  /** The amounts at positions up to the present one; a view that later steps change. */
  get amounts(): Float64Array {
    return this.#amounts.subarray(0, this.#position + 1);
  }

  /** At the present position, with what was added at it. */
  get value(): number {
    const [amounts, near, position] = [this.#amounts, this.#near, this.#position];
    let sum = 0;
    for (let s = position - (position % BASE); s <= position; s++) sum += amounts[s] * near[position - s];
    return this.#given[position] + sum;
  }

  /** What transforms have put into the error of `value`, at most; the additions have at most 100 units of 2^-53 of the value more. */
  get transformError(): number {
    return this.#error;
  }

  add(amount: number): void {
    requireNonNegative({ amount });
    this.#amounts[this.#position] += amount;
  }

  advance(): void {
    const next = this.#position + 1;
    if (next >= MOST_POSITIONS) refuse("positions", `fewer than ${MOST_POSITIONS}`, next);
    if (next >= this.#amounts.length) this.#grow(2 * this.#amounts.length);
    this.#position = next;
    if (next % BASE === 0) this.#giveBlock(next);
  }

  /** As after `add` and `advance` through these amounts, with the same bits. */
  static at(kernel: ConvolutionKernel, amounts: Float64Array): OnlineConvolution {
    const made = new OnlineConvolution(kernel);
    const position = amounts.length - 1;
    if (position >= MOST_POSITIONS) refuse("positions", `fewer than ${MOST_POSITIONS}`, position);
    let size = BASE;
    while (size <= position) size *= 2;
    made.#grow(size);
    made.#amounts.set(amounts);
    made.#position = position;
    // Only the blocks that reach this position: one for each bit of it.
    for (let bit = size; bit >= BASE; bit /= 2) {
      if (Math.floor(position / bit) % 2 === 1) made.#giveBlock(position - (position % bit));
    }
    return made;
  }

  #grow(size: number): void {
    const [amounts, given] = [new Float64Array(size), new Float64Array(size)];
    amounts.set(this.#amounts);
    given.set(this.#given);
    [this.#amounts, this.#given] = [amounts, given];
  }

  /** The block that ends at i, to the positions from i on. */
  #giveBlock(i: number): void {
    const bit = 31 - Math.clz32(i & -i);
    const size = 1 << bit;
    const block = new Float64Array(2 * size);
    block.set(this.#amounts.subarray(i - size, i));
    let squares = 0;
    for (let s = 0; s < size; s++) squares += block[s] * block[s];
    this.#errors[bit] = 0;
    if (squares > 0) {
      const { spectrum, norm } = this.#spectrumOf(size);
      const { re, im } = realFourier(block);
      for (let k = 0; k < re.length; k++) {
        const real = re[k] * spectrum.re[k] - im[k] * spectrum.im[k];
        im[k] = re[k] * spectrum.im[k] + im[k] * spectrum.re[k];
        re[k] = real;
      }
      const product = inverseRealFourier(re, im);
      for (let s = 0; s < size; s++) this.#given[i + s] += product[size + s];
      // The norm of the amounts is itself rounded: one part in 100 more.
      this.#errors[bit] = 1.01 * 16 * (bit + 7) * UNIT * Math.sqrt(squares) * norm;
    }
    this.#error = 0;
    for (let b = 0; b < this.#errors.length; b++) if (((i >> b) & 1) === 1) this.#error += this.#errors[b];
  }

  #spectrumOf(size: number): KernelSpectrum {
    const known = this.#kernel.spectra.get(size);
    if (known !== undefined) return known;
    const values = new Float64Array(2 * size);
    values.set(this.#kernel.values(2 * size).subarray(0, 2 * size));
    let norm = 0;
    for (let j = 0; j < values.length; j++) norm += values[j];
    const made = { spectrum: realFourier(values), norm };
    this.#kernel.spectra.set(size, made);
    return made;
  }
}
