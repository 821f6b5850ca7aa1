import { DESKS, isBundle } from "../support/desk-cases";
import { testFailures } from "../support/desk-failures";
import type { DeskCase } from "../support/desk-matrix";

/**
 * The two bundles read the same by the same function, and what the pipeline adds is made of the verdict alone: the brief
 * meets everything, the pipeline every place and every failure, but not every pair.
 */
const isChosen = ({ label }: DeskCase, place: number, failure: number): boolean =>
  label !== "intel-a2a-pipeline" || (place + failure) % 4 === 0;

await testFailures(DESKS.filter(isBundle), "desk-failures-of-bundles.txt", isChosen);
