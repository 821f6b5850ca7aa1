import { parseArgs } from "node:util";

const USAGE = `npm run soak -- [options], beside a sandbox (npm run sandbox -- --host node)

  --minutes N  how long the buyers buy (default 30)
  --buyers N   how many there are, half of them on each chain (default 50)`;

export interface SoakOptions {
  minutes: number;
  buyers: number;
}

/** A number above 0. Throws for anything else. */
function above0(name: string, text: string): number {
  const value = Number(text);
  if (value > 0 && Number.isFinite(value)) return value;
  throw new Error(`--${name} takes a number above 0, not ${text}`);
}

/** The options. Ends the program, with its usage, for `--help` and for any that it does not have. */
export function readOptions(): SoakOptions {
  try {
    const { values } = parseArgs({
      options: {
        minutes: { type: "string", default: "30" },
        buyers: { type: "string", default: "50" },
        help: { type: "boolean", default: false },
      },
    });
    if (!values.help)
      return { minutes: above0("minutes", values.minutes), buyers: above0("buyers", values.buyers) };
    console.log(USAGE);
    process.exit(0);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    process.exit(2);
  }
}
