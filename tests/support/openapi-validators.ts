import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import * as z from "zod";
import { peerFolder } from "./peers";

const run = promisify(execFile);
const folder = peerFolder("validators");

/** What a program printed, whatever its exit code: validators end with another one when they find something. */
async function printed(command: string, args: readonly string[]): Promise<string> {
  const options = { cwd: folder, maxBuffer: 64 * 1024 * 1024 };
  return run(command, args, options).then(
    ({ stdout }) => stdout,
    (error: unknown) => {
      const { stdout, code } = z.object({ stdout: z.string(), code: z.number() }).parse(error);
      if (stdout === "")
        throw new Error(`${command} ended with ${code} and printed nothing`, { cause: error });
      return stdout;
    },
  );
}

const installed = (name: string): string => path.join(folder, "node_modules", ".bin", name);

const Redocly = z.object({ problems: z.array(z.object({ ruleId: z.string(), message: z.string() })) });

async function redocly(file: string): Promise<string[]> {
  const args = ["lint", "--config", "redocly.yaml", "--format", "json", "--max-problems", "1000", file];
  const { problems } = Redocly.parse(JSON.parse(await printed(installed("redocly"), args)));
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}

const Spectral = z.array(
  z.object({ code: z.string(), message: z.string(), path: z.array(z.union([z.string(), z.number()])) }),
);

async function spectral(file: string): Promise<string[]> {
  const args = [
    "lint",
    "--quiet",
    "--ruleset",
    "spectral.yaml",
    "--fail-severity",
    "hint",
    "--format",
    "json",
    file,
  ];
  const found = Spectral.parse(JSON.parse(await printed(installed("spectral"), args)));
  return found.map(({ code, message, path: where }) => `${code} at ${where.join("/")}: ${message}`);
}

const library =
  (name: string) =>
  async (file: string): Promise<string[]> => {
    const found = z.record(z.string(), z.array(z.unknown()));
    const said = found.parse(JSON.parse(await printed(process.execPath, ["openapi.mjs", file])))[name];
    if (said === undefined) throw new Error(`${name} said nothing`);
    return said.map((problem) => JSON.stringify(problem));
  };

/** Other people's validators of OpenAPI. Each tells everything, warnings included, that it finds wrong with a file. */
export const VALIDATORS: Readonly<Record<string, (file: string) => Promise<string[]>>> = {
  "@redocly/cli": redocly,
  "@stoplight/spectral-cli": spectral,
  "@seriousme/openapi-schema-validator": library("@seriousme/openapi-schema-validator"),
  "@readme/openapi-parser": library("@readme/openapi-parser"),
};
