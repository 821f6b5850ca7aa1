import { execFile } from "node:child_process";
import { ROOT } from "@/sandbox/service";

export interface Ended {
  code: number;
  /** What it wrote to both outputs. */
  said: string;
}

/** Runs a program in the project's folder with nothing of this process's environment but where programs are. */
export const runScript = (
  program: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<Ended> =>
  new Promise((resolve) => {
    const { PATH = "", HOME = "" } = process.env;
    const env: Record<string, string> = { PATH, HOME, ...settings };
    const options = { cwd: ROOT, env: env as NodeJS.ProcessEnv, timeout: 110_000 }; // Next's types have NODE_ENV in all
    execFile(program, args, options, (error, out, err) =>
      resolve({ code: typeof error?.code === "number" ? error.code : error ? -1 : 0, said: out + err }),
    );
  });
