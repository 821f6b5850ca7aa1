import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { SETTINGS } from "@/lib/env";

const read = (file: string): string => readFileSync(path.resolve(import.meta.dirname, "../..", file), "utf8");

const Variables = z.record(z.string(), z.string());
const Compose = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string().optional(),
      build: z.object({ args: Variables }).optional(),
      environment: Variables.optional(),
      depends_on: z.array(z.string()).default([]),
      command: z.array(z.string()).optional(),
    }),
  ),
});

describe("compose.yaml", () => {
  const { services } = Compose.parse(parse(read("compose.yaml"), { merge: true }));
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
});
