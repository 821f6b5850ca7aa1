import { DESKS, isBundle } from "../support/desk-cases";
import { testFailures } from "../support/desk-failures";

await testFailures(
  DESKS.filter((desk) => !isBundle(desk)),
  "desk-failures.txt",
);
