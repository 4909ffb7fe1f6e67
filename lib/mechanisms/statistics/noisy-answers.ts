/**
 * Noisy answers: every uniform number in an array, in place, becomes the true bit, or its opposite where the number is below the
 * probability of a lie.
 *
 * The difference of the two is in (-1, 1), so that it rounds up to 1 where the answer lies and to 0 elsewhere: no branch, which
 * could not be predicted.
 */
export function noisyAnswers(uniforms: Float64Array, truth: number, lie: number): Float64Array {
  const start = truth + 0; // -0 would tell on itself
  const turn = 1 - 2 * truth;
  for (let k = 0; k < uniforms.length; k++) uniforms[k] = start + turn * Math.ceil(lie - uniforms[k]);
  return uniforms;
}
