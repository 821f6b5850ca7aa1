import { execFile } from "node:child_process";
import { ROOT } from "@/sandbox/service";

/** Empty, they are as if not set, and no file of the machine's own sets them. */
const NONE = { NETWORK: "", LOCAL_WORLD: "", LEDGER_REDIS_REST_URL: "", VERCEL: "", VERCEL_ENV: "" };

/** Starts a program in a shell that says nothing but these settings, NODE_ENV neither; how it ended. */
export const startBare = (
  program: string,
  args: readonly string[],
  settings: Record<string, string> = {},
): Promise<{ code: unknown; said: string }> =>
  new Promise((resolve) => {
    const { PATH = "", HOME = "" } = process.env;
    const env: Record<string, string> = { PATH, HOME, ...NONE, ...settings };
    execFile(
      program,
      args,
      { cwd: ROOT, env: env as NodeJS.ProcessEnv, timeout: 50_000 }, // Next's types have NODE_ENV in every process
      (error, out, err) => resolve({ code: error?.code ?? 0, said: out + err }),
    );
  });
