import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { OpenApiDocument } from "@/lib/discovery/openapi/format";
import { STATE_DIR } from "@/sandbox/service";
import { VALIDATORS } from "../../support/openapi-validators";
import { installPeer } from "../../support/peers";
import { world } from "../../support/world";

const MINUTES = 60_000;
const folder = path.join(STATE_DIR, "openapi");
const served = path.join(folder, "openapi.json");
const broken = path.join(folder, "broken.json");

beforeAll(async () => {
  await installPeer("validators");
  mkdirSync(folder, { recursive: true });
  const text = await (await fetch(`${world().origin}/openapi.json`)).text();
  writeFileSync(served, text);
  const { info, ...rest } = JSON.parse(text) as OpenApiDocument; // rendered from that type
  writeFileSync(broken, JSON.stringify({ ...rest, info: { title: info.title } }));
}, 5 * MINUTES);

describe.each(Object.entries(VALIDATORS))("%s", (_, problemsOf) => {
  it("finds no error and nothing to warn of in the document as it is served", async () => {
    expect(await problemsOf(served)).toEqual([]);
  });

  it("finds what is wrong with a document without a version", async () => {
    expect((await problemsOf(broken)).join("\n")).toMatch(/version/);
  });
});
