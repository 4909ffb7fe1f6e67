/**
 * Runs before every test file: property tests draw the same cases on every run, so that a test that passes once passes for good.
 * EPSILAB_PROPERTY_SEED chooses other cases; a failure prints its seed.
 */
import fc from "fast-check";

fc.configureGlobal({ seed: Number(process.env.EPSILAB_PROPERTY_SEED ?? 20261115) });
