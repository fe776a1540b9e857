import fc from "fast-check";

/**
 * Property tests draw the same cases each time, so that a failure is of the change under test and shows again when it is
 * looked into. `VERIDIC_TEST_SEED` draws others: a number, or `random`; a failure prints the seed that it came from.
 */
const given = process.env["VERIDIC_TEST_SEED"] ?? "1";
if (given !== "random") fc.configureGlobal({ seed: Number(given) });
