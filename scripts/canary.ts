/** `npm run canary`: reads every provider live and says what changed; with `--record` keeps the day, to be replayed. */
import { parseArgs } from "node:util";
import { lookAt, type Look } from "../lib/canary/look";
import { probesFor, SUBJECTS } from "../lib/canary/probes";
import { startUpstream } from "../sandbox/upstream/server";

const USAGE = `npm run canary [-- --record <folder>] [--json]

  Reads every provider as the desks do, past all caches. Ends with 1 when a source raised an alarm.
  --record <folder>  keep what was answered; sandbox/upstream replays it (--replay <folder>)
  --json             every look, for programs
  HELIUS_API_KEY     read Helius too; UPSTREAM_ORIGIN: ask there instead of the web, as the service does`;

/** Longer than a paid call waits: here a slow provider is not yet a dead one. */
const TIMEOUT_MS = 15_000;

const cell = (value: number | null): string => (value === null ? "–" : String(value));
const line = ({ id, alarm, parsed, seen, ageSec, detail }: Look): string =>
  [
    (alarm ?? "ok").padEnd(12),
    id.padEnd(26),
    `${cell(parsed)} of ${cell(seen)}`.padEnd(16),
    (ageSec === null ? "–" : `${ageSec} s`).padEnd(12),
    detail ?? "",
  ]
    .join(" ")
    .trimEnd();

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { record: { type: "string" }, json: { type: "boolean" }, help: { type: "boolean" } },
  });
  if (values.help === true) {
    console.log(USAGE);
    return 0;
  }
  const origin = process.env.UPSTREAM_ORIGIN;
  const recorder =
    values.record === undefined
      ? null
      : await startUpstream({ port: 0, recordDir: values.record, upstreamBase: origin });
  try {
    const probes = probesFor({ ...SUBJECTS, heliusKey: process.env.HELIUS_API_KEY });
    const upstream = { fetch, origin: recorder?.url ?? origin };
    const looks = await lookAt(probes, upstream, TIMEOUT_MS, () => new Date());
    const alarms = looks.filter(({ alarm }) => alarm !== null).length;
    if (values.json === true) console.log(JSON.stringify(looks, null, 2));
    else {
      console.log(
        [
          "state        source                     used of rows     age          what",
          ...looks.map(line),
        ].join("\n"),
      );
      console.log(`${looks.length} sources read, ${alarms} with an alarm.`);
    }
    return alarms === 0 ? 0 : 1;
  } finally {
    await recorder?.close();
  }
}

process.exitCode = await main();
