/** Thread certificates: what a worker of a cell runs first, where there are extra certificates. */
import { certificatesVariable, lateCertificates, trust } from "./extra-certificates.ts";

const { [certificatesVariable]: file } = process.env;
if (file && lateCertificates(process.env).areKept) trust(file);
