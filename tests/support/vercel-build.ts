import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { ROOT } from "@/sandbox/service";
import { copyRepository } from "./copy-repository";
import { offline } from "./offline";
import { peerFolder } from "./peers";

const run = promisify(execFile);
const BUILD_MS = 840_000;

/** What Vercel's own project settings would say; the packages are there already. */
const PROJECT = {
  projectId: "prj_local",
  orgId: "team_local",
  settings: { framework: "nextjs", nodeVersion: "22.x", installCommand: "true" },
};

export interface VercelBuild {
  code: number;
  printed: string;
  /** What it wanted of other machines, all of which was refused. */
  attempts: readonly string[];
  /** The copy that was built. */
  folder: string;
  /** The folder of the Build Output API. */
  output: string;
  remove(): void;
}

/** Whatever this machine's own settings are, a deployment has only its own. */
const BARE = ["PATH", "HOME", "TMPDIR"] as const;

/** What the build and its tools would ask or tell others for their own sake. */
const QUIET = { NEXT_TELEMETRY_DISABLED: "1", VERCEL_TELEMETRY_DISABLED: "1", NO_UPDATE_NOTIFIER: "1" };

/**
 * `vercel build` of this repository in a copy, kept from every other machine; its Node packages are hard links where the
 * disk allows.
 */
export async function vercelBuild(env: Readonly<Record<string, string>>): Promise<VercelBuild> {
  const copy = copyRepository("vercel");
  const packages = [path.join(ROOT, "node_modules"), path.join(copy, "node_modules")];
  await run("cp", ["-al", ...packages]).catch(() => run("cp", ["-a", ...packages]));
  mkdirSync(path.join(copy, ".vercel"));
  writeFileSync(path.join(copy, ".vercel/project.json"), JSON.stringify(PROJECT));
  const cli = path.join(peerFolder("vercel"), "node_modules/vercel/dist/vc.js");
  const own = Object.fromEntries(BARE.map((name) => [name, process.env[name]]));
  const kept = await offline();
  const settings = { ...own, ...env, ...QUIET, ...kept.env, NODE_ENV: "production" as const };
  // With a token it would ask whose that is, and what this machine's user has set up is no part of a build.
  const args = [cli, "build", "--yes", "--global-config", path.join(copy, ".vercel/global")];
  const options = { cwd: copy, env: settings, timeout: BUILD_MS, maxBuffer: 64 << 20 };
  // What waits for real time meanwhile, in other tests, must not wait for this.
  const done = await run("nice", ["-n", "10", process.execPath, ...args], options).then(
    ({ stdout, stderr }) => ({ code: 0, printed: stdout + stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      printed: stdout + stderr,
    }),
  );
  const attempts = kept.attempts();
  kept.end();
  const remove = (): void => rmSync(copy, { recursive: true, force: true });
  return { ...done, attempts, folder: copy, output: path.join(copy, ".vercel/output"), remove };
}

/** One function of the output. */
export interface BuiltFunction {
  /** The path that it answers, such as `/api/market`. */
  path: string;
  runtime: string;
  regions: unknown;
  /** What the deployment would set beside its own variables. */
  environment: Readonly<Record<string, string>>;
  files: readonly string[];
  /** Of all its files, compressed as the platform counts them. */
  bytes: number;
}

/** Every function of its own; those that answer for another's address too are links to it. */
export function functionsOf(output: string): BuiltFunction[] {
  const folder = path.join(output, "functions");
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.endsWith(".func"))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((place) => {
      const files = readdirSync(place, { recursive: true, withFileTypes: true })
        .filter((file) => file.isFile() && file.name !== ".vc-config.json")
        .map((file) => path.join(file.parentPath, file.name));
      const config = JSON.parse(readFileSync(path.join(place, ".vc-config.json"), "utf8")) as Pick<
        BuiltFunction,
        "runtime" | "regions" | "environment"
      >; // Vercel's own format
      return {
        path: `/${path.relative(folder, place).replace(/\.func$/, "")}`,
        runtime: config.runtime,
        regions: config.regions,
        environment: config.environment ?? {},
        files: files.map((file) => path.relative(place, file)),
        bytes: files.reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0),
      };
    });
}

/** Every file of the output, but what a link names again. */
export const filesOf = (output: string): string[] =>
  readdirSync(output, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
