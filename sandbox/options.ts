import { parseArgs } from "node:util";
import type { Fault } from "./facilitator/fault";
import { parseFacilitatorFault } from "./facilitator-fault";

/** What `npm run sandbox -- …` takes. */
export interface SandboxOptions {
  /** End after the purchases. */
  once: boolean;
  port: number | undefined;
  /** Provider answers from files instead of the simulator. */
  replay: string | undefined;
  /** Manifest of the replayed files, if it lies elsewhere than in their folder. */
  manifest: string | undefined;
  /** Let the simulator answer what no replayed file does. */
  fill: boolean;
  /** Live providers, recorded into this folder. */
  record: string | undefined;
  /** Faults of providers, as `host:fault`. */
  providerFaults: readonly string[];
  /** Faults of facilitators by name. */
  facilitatorFaults: Readonly<Record<string, Fault>>;
  /** The service's own token is launched. */
  token?: boolean;
  /** What serves the build: Next, as `next start`, or the host of plain Node, as `npm start`. */
  host: Host;
  /** Use the build that is there. */
  skipBuild: boolean;
  /** Build and run the service so that it checks every answer; a benchmark measures it without. */
  checkAnswers: boolean;
}

const HOSTS = ["next", "node"] as const;
/** `vercel`: what `vercel build` made elsewhere, served as Vercel does; only a suite that made it asks for that. */
export type Host = (typeof HOSTS)[number] | "vercel";

export const FACILITATOR_NAMES = ["primary", "fallback"] as const;
const FACILITATOR_FAULT = /^facilitator-([a-z]+):(.+)$/;

export const USAGE = `npm run sandbox -- [options]
  --once              end after the two purchases, with code 1 if one failed
  --port N            serve on this port (default 3000, or a free one)
  --replay DIR        providers answer from files: one line of DIR/manifest.jsonl a file (--manifest FILE: elsewhere)
  --fill              with --replay: the simulator answers what no file does
  --record DIR        providers are the live ones, recorded into DIR for --replay
  --fault WHERE:WHAT  repeatable; see sandbox/README.md. Examples:
                      --fault api.llama.fi:down   --fault '*:slow=2000'   --fault facilitator-primary:down
                      --fault facilitator-primary:silent-after-settle
  --token             launch the service's own token, pay in it, and call as its holder
  --host next|node    serve by \`next start\` (default), or on plain Node as \`npm start\` does
  --skip-build        use the build that is there`;

function port(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > 65_535)
    throw new Error(`--port takes a number from 1 to 65535, not ${text}`);
  return value;
}

/** Throws with a readable message for a host that is none. */
export function readHost(text: string): Host {
  const known = HOSTS.find((name) => name === text);
  if (known === undefined) throw new Error(`--host takes ${HOSTS.join(" or ")}, not ${text}`);
  return known;
}

/** Throws with a readable message, and the usage, for options that make no sense. */
export function readOptions(args: readonly string[]): SandboxOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      once: { type: "boolean", default: false },
      port: { type: "string" },
      replay: { type: "string" },
      manifest: { type: "string" },
      fill: { type: "boolean", default: false },
      record: { type: "string" },
      fault: { type: "string", multiple: true, default: [] },
      token: { type: "boolean", default: false },
      host: { type: "string", default: "next" },
      "skip-build": { type: "boolean", default: false },
    },
  });
  if (values.replay !== undefined && values.record !== undefined)
    throw new Error("--replay and --record exclude each other");
  if (values.replay === undefined && (values.fill || values.manifest !== undefined))
    throw new Error("--fill and --manifest go with --replay");
  const facilitatorFaults: Record<string, Fault> = {};
  const providerFaults = values.fault.filter((text) => {
    const [, name, fault] = FACILITATOR_FAULT.exec(text) ?? [];
    if (name === undefined || fault === undefined) return true;
    if (!FACILITATOR_NAMES.some((known) => known === name))
      throw new Error(`there is no facilitator called ${name}; use ${FACILITATOR_NAMES.join(" or ")}`);
    facilitatorFaults[name] = parseFacilitatorFault(fault);
    return false;
  });
  return {
    once: values.once,
    port: port(values.port),
    replay: values.replay,
    manifest: values.manifest,
    fill: values.fill,
    record: values.record,
    providerFaults,
    facilitatorFaults,
    token: values.token,
    host: readHost(values.host),
    skipBuild: values["skip-build"],
    checkAnswers: true,
  };
}
