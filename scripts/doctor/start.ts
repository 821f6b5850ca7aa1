/** The settings' check as a build and a start make it: nothing of theirs begins with a failure. */
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Finding } from "./finding";
import { settingFindings } from "./settings";

type Variables = Readonly<Record<string, string | undefined>>;

/** Returns the settings of the sandbox that ran in this folder last; empty if none did. */
export function sandboxSettings(folder = process.cwd()): Variables {
  try {
    const file = path.join(folder, ".sandbox", "world.json");
    return (JSON.parse(readFileSync(file, "utf8")) as { serviceEnv: Variables }).serviceEnv; // the sandbox writes it
  } catch {
    return {}; // no sandbox ran here
  }
}

/** Returns every problem of this process's settings, by which a start ends or warns. */
export const startFindings = (): Finding[] => settingFindings(process.env, sandboxSettings());

/** Returns the same for a build. Off Vercel the settings may come later, with the start. */
export function buildFindings(): Finding[] {
  const findings = settingFindings({ ...process.env, NODE_ENV: "production" }, sandboxSettings());
  if (process.env.VERCEL_ENV) return findings;
  return findings.map((finding) => (finding.isMissing ? { ...finding, level: "warning" } : finding));
}

export const hasFailure = (findings: readonly Finding[]): boolean =>
  findings.some(({ level }) => level === "failure");

/** Prints findings, a line each. */
export function print(findings: readonly Finding[]): void {
  for (const { level, check, text } of findings) console.error(`${level.padEnd(7)}  ${check}: ${text}`);
}
