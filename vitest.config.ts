import path from "node:path";
import { defineConfig } from "vitest/config";

const root = path.dirname(new URL(import.meta.url).pathname);

/** One project a kind of test, by what it needs to run: nothing, the catalog, a running sandbox, a browser. */
const project = (
  name: string,
  testTimeout: number,
  options: { maxConcurrency?: number; maxWorkers?: number; setupFiles?: string[] } = {},
) => ({
  extends: true as const,
  test: { name, include: [`tests/${name}/**/*.test.ts`], testTimeout, hookTimeout: 120_000, ...options },
});

export default defineConfig({
  resolve: { alias: { "@": root } },
  test: {
    environment: "node",
    maxWorkers: 2, // most suites compute: as many files at a time as the smallest machine has cores
    silent: "passed-only", // what the product logs belongs to a failure's report only
    projects: [
      // These wait for leases, limits and chains much of the time: more files than cores share them well.
      project("unit", 60_000, { maxWorkers: 3 }),
      project("contract", 60_000),
      project("integration", 60_000, { maxWorkers: 3, setupFiles: ["tests/support/watch-answers.ts"] }),
      project("e2e", 60_000),
      project("full", 300_000),
      project("faults", 300_000, { maxConcurrency: 8 }), // at least as many as it has slots
    ],
  },
});
