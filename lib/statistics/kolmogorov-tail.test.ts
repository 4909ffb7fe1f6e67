import { describe, expect, it } from "vitest";
import { exp } from "../numerics/exponential.ts";
import { kolmogorovMatrixPower } from "./kolmogorov-matrix.ts";
import { kolmogorovUpperTail } from "./kolmogorov-tail.ts";

describe("kolmogorovUpperTail", () => {
  it("is 2 (1 - d) for one value, and 1 - 2 (2 d - 1/2)^2 for two of small distance", () => {
    for (const d of [0.5, 0.6, 0.75, 0.9, 0.999]) expect(kolmogorovUpperTail(d, 1)).toBeCloseTo(2 * (1 - d), 15);
    for (const d of [0.3, 0.4, 0.5])
      expect(kolmogorovUpperTail(d, 2)).toBeCloseTo(1 - 2 * (2 * d - 0.5) * (2 * d - 0.5), 14);
  });

  it.each([
    // Marsaglia-Tsang-Wang recurrence by mpmath 1.3 at 40 digits.
    [1, 0.7, 0.6000000000000001],
    [2, 0.7071067811865475, 0.17157287525381],
    [3, 0.2886751345948129, 0.9128211454637191],
    [3, 0.7505553499465135, 0.03104220604784716],
    [5, 0.22360679774997896, 0.9162082822963654],
    [5, 0.5813776741499453, 0.03906722394482509],
    [8, 0.1237436867076458, 0.9979570812318938],
    [8, 0.35355339059327373, 0.21208550367744544],
    [8, 0.6894291116568838, 0.0002584933072560226],
    [10, 0.22135943621178653, 0.6351973561873128],
    [10, 0.5375872022286244, 0.003136788699964629],
    [20, 0.11180339887498948, 0.9403295435587082],
    [20, 0.2906888370749727, 0.054376184632644584],
    [50, 0.049497474683058325, 0.9991702607404584],
    [50, 0.1414213562373095, 0.24581239735690258],
    [50, 0.2757716446627535, 0.0007477819801151667],
    [100, 0.06999999999999999, 0.6846706791645847],
    [100, 0.16999999999999998, 0.0053764065963805095],
    [140, 0.042257712736425826, 0.9548772475800794],
    [140, 0.10987005311470716, 0.06303472003209923],
    [300, 0.028867513459481284, 0.9577558210282543],
    [500, 0.022360679774997897, 0.9591548088922429],
  ])("has the exact tail of %d values at %d (near)", (count, statistic, expected) => {
    expect(Math.abs(kolmogorovUpperTail(statistic, count) - expected)).toBeLessThan(1e-13);
  });

  it.each([
    // Marsaglia-Tsang-Wang recurrence by mpmath 1.3 at 40 digits.
    [501, 0.01787068206435081, 0.9963959229573098],
    [501, 0.026806023096526216, 0.8545527503981706],
    [501, 0.03574136412870162, 0.5322727161318302],
    [501, 0.05361204619305243, 0.10824734846192971],
    [501, 0.06701505774131554, 0.021192996513073253],
    [501, 0.08711957506371021, 0.0009307217987207883],
    [1000, 0.012649110640673518, 0.9966370923451726],
    [1000, 0.018973665961010275, 0.8573683893475867],
    [1000, 0.025298221281347035, 0.5356910003281848],
    [1000, 0.03794733192202055, 0.10941541429692614],
    [1000, 0.047434164902525694, 0.021499037604221716],
    [1000, 0.0616644143732834, 0.0009512315420983514],
  ])("expands the tail of %d values at %d to 3e-6", (count, statistic, expected) => {
    expect(Math.abs(kolmogorovUpperTail(statistic, count) / expected - 1)).toBeLessThan(3e-6);
  });

  it.each([
    // Twice the Birnbaum-Tingey sum by mpmath 1.3 at 40 digits.
    [20, 0.5590169943749475, 0.0000020438554462966623],
    [20, 0.6708203932499369, 2.0739486599088113e-9],
    [20, 0.8944271909999159, 5.921672319663853e-20],
    [100, 0.2, 0.0005551927328074674],
    [100, 0.25, 0.000005408871776434847],
    [100, 0.3, 1.7719869892662917e-8],
    [100, 0.4, 5.947617451361662e-15],
    [100, 0.6, 5.912822156396238e-35],
    [1000, 0.07905694150420949, 0.000006967265066703322],
    [1000, 0.09486832980505139, 2.7683606440184413e-8],
    [1000, 0.12649110640673517, 2.0896778698185917e-14],
    [1000, 0.18973665961010278, 5.349204022746138e-32],
    [20000, 0.01414213562373095, 0.0006644518423231446],
    [20000, 0.017677669529663688, 0.000007360605671048207],
    [20000, 0.021213203435596423, 2.998413868315522e-8],
    [20000, 0.0282842712474619, 2.472282826634165e-14],
    [20000, 0.04242640687119285, 1.0171023000273433e-31],
  ])("sums the far tail of %d values at %d", (count, statistic, expected) => {
    expect(Math.abs(kolmogorovUpperTail(statistic, count) / expected - 1)).toBeLessThan(1e-13);
  });

  it.each([
    // Twice the Birnbaum-Tingey sum by mpmath 1.3 at 40 digits.
    [20001, 0.014141782083598058, 0.0006644520078182459],
    [20001, 0.017677227604497574, 0.000007360608108652756],
    [20001, 0.021212673125397086, 2.998415168792959e-8],
    [20001, 0.028283564167196115, 2.4722846527193266e-14],
    [20001, 0.03535445520899515, 3.7176758162688785e-22],
    [20001, 0.04242534625079417, 1.017104447042073e-31],
    [50000, 0.00894427190999916, 0.0006668653024354585],
    [50000, 0.011180339887498949, 0.000007395799542742351],
    [50000, 0.013416407864998738, 3.016940059682869e-8],
    [50000, 0.01788854381999832, 2.4974691630952135e-14],
    [50000, 0.022360679774997897, 3.7801926692923704e-22],
    [50000, 0.026832815729997475, 1.045178938895314e-31],
  ])("approximates the far tail of %d values at %d to 1e-3", (count, statistic, expected) => {
    expect(Math.abs(kolmogorovUpperTail(statistic, count) / expected - 1)).toBeLessThan(1e-3);
  });

  it("falls from 1 to 0 without a jump where the methods meet", () => {
    for (const count of [1, 7, 60, 501, 20_000, 20_001]) {
      let before = 1;
      // The far sum begins at 2 / sqrt(count); beyond a few steps it is one formula, and slow.
      const last = count < 501 ? 300 : 201;
      for (let i = 1; i <= last; i += i < 190 ? 7 : 1) {
        const tail = kolmogorovUpperTail(Math.min(1, (i * 0.01) / Math.sqrt(count)), count);
        expect(tail).toBeLessThanOrEqual(before);
        before = tail;
      }
      expect(kolmogorovUpperTail(1, count)).toBe(0);
      expect(kolmogorovUpperTail(0.5 / count, count)).toBe(1);
    }
  });

  it("tends to Kolmogorov's series", () => {
    const limit = 2 * (exp(-2) - exp(-8) + exp(-18) - exp(-32));
    expect(Math.abs(kolmogorovUpperTail(1e-6, 1e12) - limit)).toBeLessThan(1e-6);
  });

  it("refuses what is no distance or count", () => {
    expect(() => kolmogorovUpperTail(1.1, 10)).toThrow("statistic must be between 0 and 1, got 1.1");
    expect(() => kolmogorovUpperTail(0.5, 0)).toThrow("count must be an integer of at least 1, got 0");
  });
});

describe("kolmogorovMatrixPower", () => {
  it("survives the scaling of large powers", () => {
    // 1000 values: entries pass 2^512. Reference: the Pelz-Good expansion, good to 1e-7 there.
    expect(Math.abs(1 - kolmogorovMatrixPower(0.03, 1000) - kolmogorovUpperTail(0.03, 1000))).toBeLessThan(1e-7);
  });
});
