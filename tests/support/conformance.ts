import { execFile } from "node:child_process";
import path from "node:path";
import { installPeer } from "./peers";

export const REVISIONS = ["2026-07-28", "2025-11-25"] as const;

/** What the conformance suite of the Model Context Protocol found, by scenario. */
export interface Verdict {
  /** 0: every scenario ended as the file of expected failures says. */
  code: number;
  printed: string;
}

/**
 * Runs every scenario that a revision requires of servers. The file in tests/peers/conformance names those that are
 * expected to fail, each with its reason; one that fails beside it, and one in it that passes, both make the code 1.
 */
export async function runConformance(
  url: string,
  revision: string,
  expectedFailures: string,
): Promise<Verdict> {
  const folder = await installPeer("conformance");
  const suite = path.join(folder, "node_modules", "@modelcontextprotocol", "conformance", "dist", "index.js");
  const args = [suite, "server", "--url", url, "--requirements", revision];
  args.push("--expected-failures", path.join(folder, expectedFailures));
  return new Promise((resolve) => {
    execFile(
      path.join(folder, "node_modules", ".bin", "node"),
      args,
      { cwd: folder, maxBuffer: 64 * 1024 * 1024, timeout: 280_000 },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : 1, printed: stdout + stderr }),
    );
  });
}
