/** One line of the doctor's report. It never holds a setting's value. */
export interface Finding {
  /** `failure`: selling is impossible or unsafe. `warning`: it sells, with a loss. `fine`: checked and good. */
  level: "failure" | "warning" | "fine";
  /** What was looked at, such as `settings` or `ledger`. */
  check: string;
  text: string;
  /** A setting that a shop needs is missing; ALLOW_INCOMPLETE makes a warning of it. */
  isMissing?: true;
}

/** Makes the findings of one check. */
export const about = (check: string) => ({
  failure: (text: string): Finding => ({ level: "failure", check, text }),
  warning: (text: string): Finding => ({ level: "warning", check, text }),
  fine: (text: string): Finding => ({ level: "fine", check, text }),
  missing: (level: "failure" | "warning", text: string): Finding => ({ level, check, text, isMissing: true }),
});

/** Returns failures as warnings: where nothing is real, or for missing settings that are allowed. */
export const softened = (findings: readonly Finding[]): Finding[] =>
  findings.map((finding) => (finding.level === "failure" ? { ...finding, level: "warning" } : finding));

/** Returns an error in a word or two. Messages of libraries may quote an address with a key in it. */
export function briefly(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.name === "TimeoutError" || cause.name === "AbortError") return "no answer in time";
    const { code, status } = cause as { code?: unknown; status?: unknown }; // Node's, and RpcError's
    if (typeof status === "number") return `HTTP ${status}`;
    if (typeof code === "number" || typeof code === "string") return `error ${code}`;
  }
  return error instanceof Error && error.name !== "Error" ? error.name : "an answer that can't be read";
}
