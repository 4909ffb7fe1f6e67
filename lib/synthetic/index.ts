/**
 * Synthetic data: tables that look like the private one, and what they cost.
 */
export {};
