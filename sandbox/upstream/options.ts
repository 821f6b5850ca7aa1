import { parseArgs } from "node:util";
import { FaultError, faultForms, parseFault } from "./faults/fault";
import { ManifestError } from "./replay/manifest";
import { UpstreamError, type UpstreamOptions } from "./server";

export const USAGE = `Stands for every data provider: <url>/<host>/<path> answers what https://<host>/<path> would.

  --port N           port to listen on; 0, the default, takes a free one
  --seed N           another seed is another market; 1 by default
  --now TIME         where the clock starts (ISO 8601); by default it is the wall clock
  --protocols N      rows of DefiLlama's protocol list; 2000 by default
  --replay DIR       answer from recordings
  --manifest FILE    manifest of the recordings; DIR/manifest.jsonl by default
  --fill             let the simulator answer what the recordings don't hold
  --record DIR       ask the live providers over https and keep what they answer
  --fault RULE       <host>[/<path>]:<fault>, may be repeated; * stands for any run of characters
${faultForms()
  .map(([form, about]) => `                       ${form.padEnd(16)} ${about}`)
  .join("\n")}
`;

function whole(name: string, text: string | undefined, most: number): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text) || Number(text) > most)
    throw new UpstreamError(`--${name} must be a whole number up to ${most}, not "${text}"`);
  return Number(text);
}

/** A clock that reads `text` at this moment and goes on from there. */
function clockFrom(text: string | undefined): (() => number) | undefined {
  if (text === undefined) return undefined;
  const start = Date.parse(text);
  if (Number.isNaN(start))
    throw new UpstreamError(`--now must be a time such as 2026-10-08T12:00:00Z, not "${text}"`);
  const ahead = start - Date.now();
  return () => Date.now() + ahead;
}

/** Reads the command line; "help" when that was asked for. Throws UpstreamError or FaultError with what to change. */
export function readOptions(args: readonly string[]): UpstreamOptions | "help" {
  const { values } = parse(args);
  if (values.help) return "help";
  return {
    port: whole("port", values.port, 65_535) ?? 0,
    seed: whole("seed", values.seed, 2 ** 31 - 1),
    now: clockFrom(values.now),
    protocolRows: whole("protocols", values.protocols, 20_000),
    replayDir: values.replay,
    manifestFile: values.manifest,
    fill: values.fill,
    recordDir: values.record,
    faults: values.fault?.map(parseFault),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: "string" },
        seed: { type: "string" },
        now: { type: "string" },
        protocols: { type: "string" },
        replay: { type: "string" },
        manifest: { type: "string" },
        fill: { type: "boolean" },
        record: { type: "string" },
        fault: { type: "string", multiple: true },
        help: { type: "boolean" },
      },
    });
  } catch (error) {
    // Node's own words name the flag and what is wrong with it
    throw new UpstreamError(error instanceof Error ? error.message : String(error));
  }
}

/** Whether a person can mend it: its message is enough, without a stack. */
export const isReadable = (error: unknown): error is Error =>
  error instanceof UpstreamError || error instanceof FaultError || error instanceof ManifestError;
