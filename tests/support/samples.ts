import { existsSync } from "node:fs";
import path from "node:path";
import { ROOT } from "@/sandbox/service";

/** Genuine provider answers, where they lie beside the project. */
export const SAMPLES = path.resolve(ROOT, "..", "shared", "samples");
export const hasSamples = existsSync(SAMPLES);

/** Which provider's answer each of them is. */
export const SAMPLES_MANIFEST = path.join(ROOT, "tests", "contract", "samples", "manifest.jsonl");
