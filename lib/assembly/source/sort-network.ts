// Puts numbers right that are at most eight places from their place, without a branch that depends on them.
//
// Eight numbers wait, in order; the next eight are sorted by a network of 19 comparators (depth 6, checked by the 0-1 principle) and
// merged with them; the lower half is final and the upper half waits. Two stretches run side by side, one to a lane.

/** `steps` times eight numbers at `near`, and as many at `far`, each stretch sorted in place. */
export function sortStretches(near: usize, far: usize, steps: i32): void {
  let nearTo = near, farTo = far;
  let x: v128, y: v128, t: v128;
  let n0: v128, n1: v128, n2: v128, n3: v128, n4: v128, n5: v128, n6: v128, n7: v128;
  x = v128.load(near, 0); y = v128.load(far, 0); n0 = v128.shuffle<f64>(x, y, 0, 2); n1 = v128.shuffle<f64>(x, y, 1, 3);
  x = v128.load(near, 16); y = v128.load(far, 16); n2 = v128.shuffle<f64>(x, y, 0, 2); n3 = v128.shuffle<f64>(x, y, 1, 3);
  x = v128.load(near, 32); y = v128.load(far, 32); n4 = v128.shuffle<f64>(x, y, 0, 2); n5 = v128.shuffle<f64>(x, y, 1, 3);
  x = v128.load(near, 48); y = v128.load(far, 48); n6 = v128.shuffle<f64>(x, y, 0, 2); n7 = v128.shuffle<f64>(x, y, 1, 3);
  t = f64x2.pmin(n0, n2); n2 = f64x2.pmax(n0, n2); n0 = t; t = f64x2.pmin(n1, n3); n3 = f64x2.pmax(n1, n3); n1 = t;
  t = f64x2.pmin(n4, n6); n6 = f64x2.pmax(n4, n6); n4 = t; t = f64x2.pmin(n5, n7); n7 = f64x2.pmax(n5, n7); n5 = t;
  t = f64x2.pmin(n0, n4); n4 = f64x2.pmax(n0, n4); n0 = t; t = f64x2.pmin(n1, n5); n5 = f64x2.pmax(n1, n5); n1 = t;
  t = f64x2.pmin(n2, n6); n6 = f64x2.pmax(n2, n6); n2 = t; t = f64x2.pmin(n3, n7); n7 = f64x2.pmax(n3, n7); n3 = t;
  t = f64x2.pmin(n0, n1); n1 = f64x2.pmax(n0, n1); n0 = t; t = f64x2.pmin(n2, n3); n3 = f64x2.pmax(n2, n3); n2 = t;
  t = f64x2.pmin(n4, n5); n5 = f64x2.pmax(n4, n5); n4 = t; t = f64x2.pmin(n6, n7); n7 = f64x2.pmax(n6, n7); n6 = t;
  t = f64x2.pmin(n2, n4); n4 = f64x2.pmax(n2, n4); n2 = t; t = f64x2.pmin(n3, n5); n5 = f64x2.pmax(n3, n5); n3 = t;
  t = f64x2.pmin(n1, n4); n4 = f64x2.pmax(n1, n4); n1 = t; t = f64x2.pmin(n3, n6); n6 = f64x2.pmax(n3, n6); n3 = t;
  t = f64x2.pmin(n1, n2); n2 = f64x2.pmax(n1, n2); n1 = t; t = f64x2.pmin(n3, n4); n4 = f64x2.pmax(n3, n4); n3 = t;
  t = f64x2.pmin(n5, n6); n6 = f64x2.pmax(n5, n6); n5 = t;
  let c0 = n0, c1 = n1, c2 = n2, c3 = n3, c4 = n4, c5 = n5, c6 = n6, c7 = n7;
  for (let step = 1; step < steps; step++) {
    near += 64;
    far += 64;
    x = v128.load(near, 0); y = v128.load(far, 0); n0 = v128.shuffle<f64>(x, y, 0, 2); n1 = v128.shuffle<f64>(x, y, 1, 3);
    x = v128.load(near, 16); y = v128.load(far, 16); n2 = v128.shuffle<f64>(x, y, 0, 2); n3 = v128.shuffle<f64>(x, y, 1, 3);
    x = v128.load(near, 32); y = v128.load(far, 32); n4 = v128.shuffle<f64>(x, y, 0, 2); n5 = v128.shuffle<f64>(x, y, 1, 3);
    x = v128.load(near, 48); y = v128.load(far, 48); n6 = v128.shuffle<f64>(x, y, 0, 2); n7 = v128.shuffle<f64>(x, y, 1, 3);
    t = f64x2.pmin(n0, n2); n2 = f64x2.pmax(n0, n2); n0 = t; t = f64x2.pmin(n1, n3); n3 = f64x2.pmax(n1, n3); n1 = t;
    t = f64x2.pmin(n4, n6); n6 = f64x2.pmax(n4, n6); n4 = t; t = f64x2.pmin(n5, n7); n7 = f64x2.pmax(n5, n7); n5 = t;
    t = f64x2.pmin(n0, n4); n4 = f64x2.pmax(n0, n4); n0 = t; t = f64x2.pmin(n1, n5); n5 = f64x2.pmax(n1, n5); n1 = t;
    t = f64x2.pmin(n2, n6); n6 = f64x2.pmax(n2, n6); n2 = t; t = f64x2.pmin(n3, n7); n7 = f64x2.pmax(n3, n7); n3 = t;
    t = f64x2.pmin(n0, n1); n1 = f64x2.pmax(n0, n1); n0 = t; t = f64x2.pmin(n2, n3); n3 = f64x2.pmax(n2, n3); n2 = t;
    t = f64x2.pmin(n4, n5); n5 = f64x2.pmax(n4, n5); n4 = t; t = f64x2.pmin(n6, n7); n7 = f64x2.pmax(n6, n7); n6 = t;
    t = f64x2.pmin(n2, n4); n4 = f64x2.pmax(n2, n4); n2 = t; t = f64x2.pmin(n3, n5); n5 = f64x2.pmax(n3, n5); n3 = t;
    t = f64x2.pmin(n1, n4); n4 = f64x2.pmax(n1, n4); n1 = t; t = f64x2.pmin(n3, n6); n6 = f64x2.pmax(n3, n6); n3 = t;
    t = f64x2.pmin(n1, n2); n2 = f64x2.pmax(n1, n2); n1 = t; t = f64x2.pmin(n3, n4); n4 = f64x2.pmax(n3, n4); n3 = t;
    t = f64x2.pmin(n5, n6); n6 = f64x2.pmax(n5, n6); n5 = t;
    t = f64x2.pmin(c0, n7); c0 = f64x2.pmax(c0, n7); n7 = t; t = f64x2.pmin(c1, n6); c1 = f64x2.pmax(c1, n6); n6 = t;
    t = f64x2.pmin(c2, n5); c2 = f64x2.pmax(c2, n5); n5 = t; t = f64x2.pmin(c3, n4); c3 = f64x2.pmax(c3, n4); n4 = t;
    t = f64x2.pmin(c4, n3); c4 = f64x2.pmax(c4, n3); n3 = t; t = f64x2.pmin(c5, n2); c5 = f64x2.pmax(c5, n2); n2 = t;
    t = f64x2.pmin(c6, n1); c6 = f64x2.pmax(c6, n1); n1 = t; t = f64x2.pmin(c7, n0); c7 = f64x2.pmax(c7, n0); n0 = t;
    t = f64x2.pmin(n0, n4); n4 = f64x2.pmax(n0, n4); n0 = t; t = f64x2.pmin(n1, n5); n5 = f64x2.pmax(n1, n5); n1 = t;
    t = f64x2.pmin(n2, n6); n6 = f64x2.pmax(n2, n6); n2 = t; t = f64x2.pmin(n3, n7); n7 = f64x2.pmax(n3, n7); n3 = t;
    t = f64x2.pmin(n0, n2); n2 = f64x2.pmax(n0, n2); n0 = t; t = f64x2.pmin(n1, n3); n3 = f64x2.pmax(n1, n3); n1 = t;
    t = f64x2.pmin(n4, n6); n6 = f64x2.pmax(n4, n6); n4 = t; t = f64x2.pmin(n5, n7); n7 = f64x2.pmax(n5, n7); n5 = t;
    t = f64x2.pmin(n0, n1); n1 = f64x2.pmax(n0, n1); n0 = t; t = f64x2.pmin(n2, n3); n3 = f64x2.pmax(n2, n3); n2 = t;
    t = f64x2.pmin(n4, n5); n5 = f64x2.pmax(n4, n5); n4 = t; t = f64x2.pmin(n6, n7); n7 = f64x2.pmax(n6, n7); n6 = t;
    v128.store(nearTo, v128.shuffle<f64>(n0, n1, 0, 2), 0); v128.store(farTo, v128.shuffle<f64>(n0, n1, 1, 3), 0);
    v128.store(nearTo, v128.shuffle<f64>(n2, n3, 0, 2), 16); v128.store(farTo, v128.shuffle<f64>(n2, n3, 1, 3), 16);
    v128.store(nearTo, v128.shuffle<f64>(n4, n5, 0, 2), 32); v128.store(farTo, v128.shuffle<f64>(n4, n5, 1, 3), 32);
    v128.store(nearTo, v128.shuffle<f64>(n6, n7, 0, 2), 48); v128.store(farTo, v128.shuffle<f64>(n6, n7, 1, 3), 48);
    nearTo += 64;
    farTo += 64;
    t = f64x2.pmin(c0, c4); c4 = f64x2.pmax(c0, c4); c0 = t; t = f64x2.pmin(c1, c5); c5 = f64x2.pmax(c1, c5); c1 = t;
    t = f64x2.pmin(c2, c6); c6 = f64x2.pmax(c2, c6); c2 = t; t = f64x2.pmin(c3, c7); c7 = f64x2.pmax(c3, c7); c3 = t;
    t = f64x2.pmin(c0, c2); c2 = f64x2.pmax(c0, c2); c0 = t; t = f64x2.pmin(c1, c3); c3 = f64x2.pmax(c1, c3); c1 = t;
    t = f64x2.pmin(c4, c6); c6 = f64x2.pmax(c4, c6); c4 = t; t = f64x2.pmin(c5, c7); c7 = f64x2.pmax(c5, c7); c5 = t;
    t = f64x2.pmin(c0, c1); c1 = f64x2.pmax(c0, c1); c0 = t; t = f64x2.pmin(c2, c3); c3 = f64x2.pmax(c2, c3); c2 = t;
    t = f64x2.pmin(c4, c5); c5 = f64x2.pmax(c4, c5); c4 = t; t = f64x2.pmin(c6, c7); c7 = f64x2.pmax(c6, c7); c6 = t;
  }
  v128.store(nearTo, v128.shuffle<f64>(c0, c1, 0, 2), 0); v128.store(farTo, v128.shuffle<f64>(c0, c1, 1, 3), 0);
  v128.store(nearTo, v128.shuffle<f64>(c2, c3, 0, 2), 16); v128.store(farTo, v128.shuffle<f64>(c2, c3, 1, 3), 16);
  v128.store(nearTo, v128.shuffle<f64>(c4, c5, 0, 2), 32); v128.store(farTo, v128.shuffle<f64>(c4, c5, 1, 3), 32);
  v128.store(nearTo, v128.shuffle<f64>(c6, c7, 0, 2), 48); v128.store(farTo, v128.shuffle<f64>(c6, c7, 1, 3), 48);
}
