/** `npm run doctor`: says every problem of a deployment at once, a line each. It sells nothing and changes nothing. */
import "./env-files";
import { parseArgs } from "node:util";
import { readSettings } from "../lib/env";
import packageFile from "../package.json" with { type: "json" };
import { evmAccountFindings, solanaAccountFindings } from "./doctor/accounts";
import { certificateFindings } from "./doctor/certificate";
import { diskFindings } from "./doctor/disk";
import { evmNodeFindings } from "./doctor/evm-nodes";
import { allFacilitatorFindings } from "./doctor/facilitators";
import { about, briefly, type Finding, softened } from "./doctor/finding";
import { isWithin } from "./doctor/node-version";
import { originFindings } from "./doctor/origin";
import { solanaNodeFindings } from "./doctor/solana-nodes";
import { hasFailure, startFindings } from "./doctor/start";
import { storeFindings } from "./doctor/stores";
import { webhookFindings } from "./doctor/webhook";

const USAGE = `npm run doctor -- [--json] [--origin URL] [--test-alert]

  --origin URL   where the service answers, if not at PUBLIC_ORIGIN
  --json         the report for programs
  --test-alert   send a test message to each address of ALERT_WEBHOOK_URL

Ends with 0 if all is right, with 1 after a failure, with 2 if there are warnings only. It writes one key with a lifetime of
60 seconds into each store.`;

const EXIT = { fine: 0, failure: 1, warning: 2 } as const;

function nodeFindings(): Finding[] {
  const { failure, fine } = about("node");
  const { version } = process;
  return isWithin(version, packageFile.engines.node)
    ? [fine(`Node ${version}`)]
    : [failure(`Node ${version} is not among those that this service runs on: ${packageFile.engines.node}.`)];
}

async function examine(given: string | undefined, isAlertTried: boolean): Promise<Finding[]> {
  Object.assign(process.env, { NODE_ENV: "production" }); // as `npm start` has it, so that the same settings are needed
  const { settings } = readSettings(process.env);
  const origin = given ?? settings.PUBLIC_ORIGIN;
  const checks: readonly (readonly [check: string, ask: () => Promise<Finding[]>])[] = [
    ["ledger", () => storeFindings(settings)],
    ["nodes", () => evmNodeFindings(settings)],
    ["nodes", () => solanaNodeFindings(settings)],
    ["facilitators", () => allFacilitatorFindings(settings)],
    ["accounts", () => evmAccountFindings(settings)],
    ["accounts", () => solanaAccountFindings(settings)],
    ["origin", () => originFindings(settings, origin)],
    ["certificate", () => certificateFindings(origin)],
    ["webhook", () => webhookFindings(settings, isAlertTried)],
    ["disk", async () => (settings.LOCAL_WORLD ? softened(await diskFindings()) : diskFindings())],
  ];
  const asked = await Promise.all(
    checks.map(([check, ask]) =>
      ask().catch((error: unknown) => [
        about(check).failure(`it gave an answer that can't be read (${briefly(error)}).`),
      ]),
    ),
  );
  return [...startFindings(), ...nodeFindings(), ...asked.flat()];
}

const MARKS = { failure: "FAIL", warning: "warn", fine: "ok  " } as const;

function printReport(findings: readonly Finding[], asJson: boolean): void {
  const count = (level: Finding["level"]): number =>
    findings.filter((finding) => finding.level === level).length;
  const [failures, warnings] = [count("failure"), count("warning")];
  if (asJson)
    return console.log(
      JSON.stringify(
        {
          ok: failures === 0,
          failures,
          warnings,
          findings: findings.map(({ level, check, text }) => ({ level, check, text })),
        },
        null,
        2,
      ),
    );
  for (const { level, check, text } of findings) console.log(`${MARKS[level]}  ${check.padEnd(12)}  ${text}`);
  console.log(`\n${failures} failures, ${warnings} warnings`);
}

async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      json: { type: "boolean", default: false },
      origin: { type: "string" },
      "test-alert": { type: "boolean", default: false },
      help: { type: "boolean" },
    },
  });
  if (values.help) return (console.log(USAGE), EXIT.fine);
  if (values.origin !== undefined && !/^https?:\/\/[^/?#]+\/?$/.test(values.origin))
    throw new Error("--origin takes an origin, such as https://svc.example.com");
  const findings = await examine(values.origin?.replace(/\/$/, ""), values["test-alert"]);
  printReport(findings, values.json);
  if (hasFailure(findings)) return EXIT.failure;
  return findings.some(({ level }) => level === "warning") ? EXIT.warning : EXIT.fine;
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  return EXIT.failure;
});
