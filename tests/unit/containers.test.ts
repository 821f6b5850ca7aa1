import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { SETTINGS } from "@/lib/env";
import packageFile from "@/package.json" with { type: "json" };
import { EXTERNAL, HOST_BUNDLE } from "@/scripts/host-bundle";

const at = (file: string): string => path.resolve(import.meta.dirname, "../..", file);
const read = (file: string): string => readFileSync(at(file), "utf8");

const Variables = z.record(z.string(), z.string());
const Compose = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string().optional(),
      build: z.object({ args: Variables, secrets: z.array(z.string()) }).optional(),
      environment: Variables.optional(),
      ports: z.array(z.string()).optional(),
      depends_on: z.array(z.string()).default([]),
      command: z.array(z.string()).optional(),
    }),
  ),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
});

describe("compose.yaml", () => {
  const { services, secrets } = Compose.parse(parse(read("compose.yaml"), { merge: true }));
  const { service, ledger } = services;

  it("starts nothing that depends on what it does not have", () => {
    for (const { image, build, depends_on } of Object.values(services)) {
      expect(Boolean(image) !== Boolean(build)).toBe(true);
      for (const name of depends_on) expect(Object.keys(services)).toContain(name);
    }
  });

  it("sets only settings that the service has, and gives the ledger a database of its own", () => {
    const environment = service?.environment ?? {};
    for (const name of Object.keys(environment)) expect(Object.keys(SETTINGS)).toContain(name);
    const [cacheHost, ledgerHost] = ["UPSTASH_REDIS_REST_URL", "LEDGER_REDIS_REST_URL"].map(
      (name) => new URL(environment[name] ?? "").hostname,
    );
    expect(cacheHost).not.toBe(ledgerHost);
    expect(Object.keys(services)).toEqual(expect.arrayContaining([cacheHost, ledgerHost]));
  });

  it("leads from the machine's port, which .env may choose, to where the process listens, which it may not", () => {
    const { PORT, LISTEN_ADDRESS } = service?.environment ?? {}; // comes before `env_file`
    expect(service?.ports).toEqual([`127.0.0.1:\${PORT:-${PORT}}:${PORT}`]);
    expect(read("Dockerfile")).toContain(`EXPOSE ${PORT}\n`);
    expect(PORT).toBe(String(SETTINGS.PORT.fallback)); // where the image listens, and looks after its health, untold
    expect(LISTEN_ADDRESS).toBe("0.0.0.0");
  });

  it("keeps the ledger on the disk and evicts nothing of it", () => {
    const command = ledger?.command?.join(" ");
    expect(command).toContain("--appendonly yes");
    expect(command).toContain("--maxmemory-policy noeviction");
  });

  it("hands the build the arguments that the Dockerfile takes, each a setting", () => {
    const taken = [...read("Dockerfile").matchAll(/^ARG (\w+)$/gm)].map(([, name]) => name);
    for (const name of taken) expect(Object.keys(SETTINGS)).toContain(name);
    for (const name of Object.keys(service?.build?.args ?? {})) expect(taken).toContain(name);
  });

  it("hands the build what documents say, and the file of all settings where `next build` looks for it", () => {
    const site = read("lib/discovery/this-site.ts").match(/[A-Z][A-Z_]+(?=[, ].*env\(\))/g) ?? [];
    expect(site).toContain("CONTACT_EMAIL");
    const hidden = ["MPP_SECRET_KEY", "SOLANA_RPC_URL"]; // no argument: the image's history would show them
    const told = [...site.filter((name) => !hidden.includes(name)), "EVM_PAY_TO", "NETWORK"];
    expect(Object.keys(service?.build?.args ?? {})).toEqual(expect.arrayContaining(told));
    const [, id = ""] =
      /^RUN --mount=type=secret,id=(\w+),target=\/app\/\.env npm run build/m.exec(read("Dockerfile")) ?? [];
    expect(service?.build?.secrets).toEqual([id]);
    expect(secrets[id]).toEqual({ file: ".env" });
  });
});

/** What a Dockerfile's instructions say, a line each: those of several lines are one, and comments none. */
const instructions = read("Dockerfile")
  .replaceAll(/^#.*\n/gm, "")
  .replaceAll(/\\\n\s*/g, "")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => {
    const [, name = "", words = ""] = /^(\S+)\s+(.*)$/.exec(line) ?? [];
    return { name, words };
  });
const all = (wanted: string): string[] =>
  instructions.filter(({ name }) => name === wanted).map(({ words }) => words);

/** The instructions that are used here, of those that a builder knows: a misspelt one is none of them. */
const KNOWN = ["FROM", "WORKDIR", "COPY", "RUN", "ARG", "ENV", "USER", "EXPOSE", "HEALTHCHECK", "CMD"];

describe("the Dockerfile", () => {
  it("has no instruction that a builder does not know", () => {
    expect(instructions[0]?.name).toBe("FROM");
    for (const { name } of instructions) expect(KNOWN).toContain(name);
  });

  it("copies what the repository has, or an earlier stage", () => {
    const stages = all("FROM").flatMap((words) => / AS (\w+)$/.exec(words)?.slice(1) ?? []);
    for (const copied of all("COPY")) {
      const [, stage] = /--from=(\w+)/.exec(copied) ?? [];
      if (stage !== undefined) expect(stages).toContain(stage);
      else
        for (const source of copied.split(" ").slice(0, -1))
          expect(existsSync(at(source)), source).toBe(true);
    }
  });

  it("runs scripts that the package has, and by a Node that it takes", () => {
    const ran = all("RUN").flatMap((words) =>
      [...words.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name),
    );
    expect(ran).toEqual(["build"]);
    for (const name of ran) expect(Object.keys(packageFile.scripts)).toContain(name);
    for (const image of all("FROM"))
      expect(packageFile.engines.node).toContain(image.replace(/^node:(\d+)-.*$/, "^$1."));
  });

  it("starts, as npm start does, the bundle that a build writes", () => {
    const [command = ""] = all("CMD");
    const words = JSON.parse(command) as string[]; // the form that no shell reads, so that Node itself is told to end
    expect(words.join(" ")).toBe(packageFile.scripts.start);
    expect(words.at(-1)).toBe(HOST_BUNDLE);
    expect(packageFile.scripts.postbuild).toContain("scripts/bundle-host.ts");
    const [check = ""] = all("HEALTHCHECK");
    const [, probe = ""] = /CMD (\[.*\])$/.exec(check) ?? [];
    expect(JSON.parse(probe)).toEqual(["node", "-e", expect.stringContaining("/readyz") as string]);
  });

  it("keeps what the bundle leaves out, when packages of development are gone", () => {
    expect(all("RUN").join()).toContain("npm prune --omit=dev");
    for (const name of EXTERNAL) expect(Object.keys(packageFile.dependencies)).toContain(name);
  });
});
