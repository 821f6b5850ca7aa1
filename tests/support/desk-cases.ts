import type { DeskCase } from "./desk-matrix";

const files = import.meta.glob<{ cases: readonly DeskCase[] }>("../desks/*.ts", { eager: true });

/** Every desk, each with the requests to it that read in another way. */
export const DESKS: readonly DeskCase[] = Object.values(files).flatMap(({ cases }) => cases);

/** They read what three of the desks read, all of it at once. */
const BUNDLES: readonly string[] = ["intel-desk-brief", "intel-a2a-pipeline"];

export const isBundle = ({ label }: DeskCase): boolean => BUNDLES.includes(label);
