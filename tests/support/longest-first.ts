import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Files that take long for their size: they begin first, so that no worker is left alone with one in the end. The runner
 * knows by itself only what it saw on this machine before.
 */
const LONGEST: readonly RegExp[] = [
  /full\/(desk-matrix|till-model|till-scripts|accuracy-year|hostile-text|till-workers|desk-fallbacks)/,
  /unit\/(till-|desk-|desks-providers|sandbox-upstream-main|sandbox-redis-main|sources-fetcher|security-audits)/,
  /integration\/(crash|two-instances|close-books|receipts|facilitator-|once|openapi|provider-faults|desks)/,
  /sandbox\/(sandbox-command|mcp-conformance)/,
];

const isLong = ({ moduleId }: TestSpecification): boolean =>
  LONGEST.some((pattern) => pattern.test(moduleId));

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
