import { writeFileSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { Reporter, SerializedError, TestModule } from "vitest/node";
import type { Failure } from "./failures";

/** What the tests of one project came to. A file or a suite that failed outside its tests is a failure of its own. */
export interface TestReport {
  passed: number;
  skipped: number;
  failures: Failure[];
}

/** Where the report is written, for the process that started vitest. */
export const REPORT_FILE = "TEST_REPORT_FILE";

const text = (error: SerializedError): string => {
  const diff = typeof error.diff === "string" ? `\n${error.diff}` : "";
  return stripVTControlCharacters(`${error.name ?? "Error"}: ${error.message}${diff}`);
};

function failure(name: readonly string[], errors: readonly SerializedError[]): Failure {
  return { name: name.join(" › "), message: errors.map(text).join("\n") };
}

/** Which file the runner was at when something failed beside the tests. */
function whileRunning({ VITEST_TEST_PATH: file }: SerializedError): string[] {
  return typeof file === "string" ? [path.relative(process.cwd(), file)] : [];
}

/**
 * A reporter for vitest, which loads it by its path and wants it as the default export. Of vitest's own ones, the one
 * that writes JSON leaves out what fails in hooks or beside the tests, and of a time limit gives only the stack.
 */
export default class TestReportWriter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const report: TestReport = { passed: 0, skipped: 0, failures: [] };
    for (const tested of modules) {
      const file = tested.relativeModuleId;
      for (const test of tested.children.allTests()) {
        const { state, errors } = test.result();
        if (state === "passed") report.passed += 1;
        else if (state === "failed") report.failures.push(failure([file, test.fullName], errors));
        else report.skipped += 1;
      }
      for (const suite of tested.children.allSuites())
        if (suite.errors().length > 0) report.failures.push(failure([file, suite.fullName], suite.errors()));
      if (tested.errors().length > 0) report.failures.push(failure([file], tested.errors()));
    }
    for (const error of unhandled)
      report.failures.push(failure(["beside the tests", ...whileRunning(error)], [error]));
    const target = process.env[REPORT_FILE];
    if (target === undefined) throw new Error(`${REPORT_FILE} is not set`);
    writeFileSync(target, JSON.stringify(report));
  }
}
