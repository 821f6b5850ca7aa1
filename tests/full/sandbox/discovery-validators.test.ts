import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { installPeer } from "../../support/peers";
import { world } from "../../support/world";

const { origin } = world();
const run = promisify(execFile);

let folder: string;
beforeAll(async () => {
  folder = await installPeer("validators");
}, 300_000);

/** Runs a module's code in the folder of the validators, with a document as `document`; gives what it prints as JSON. */
async function validate(path: string, code: string): Promise<unknown> {
  const document = await (await fetch(origin + path)).text();
  const script = `const document = JSON.parse(process.env.DOCUMENT);\n${code}`;
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", script], {
    cwd: folder,
    env: { ...process.env, DOCUMENT: document },
    timeout: 60_000,
  });
  return JSON.parse(stdout) as unknown;
}

describe("the agent card", () => {
  it("goes through A2A's own reader and comes out as it went in", async () => {
    const printed = await validate(
      "/.well-known/agent-card.json",
      `import { AgentCard } from "@a2a-js/sdk";
       console.log(JSON.stringify([document, AgentCard.toJSON(AgentCard.fromJSON(document))]));`,
    );
    const [served, read] = printed as [Record<string, unknown>, unknown];
    expect(read).toEqual(served);
    for (const field of ["name", "description", "version", "supportedInterfaces", "capabilities", "skills"])
      expect(served).toHaveProperty(field);
    for (const field of ["defaultInputModes", "defaultOutputModes"])
      expect(served[field]).toEqual(["application/json"]);
    for (const list of ["supportedInterfaces", "skills"])
      expect((served[list] as object[]).length, list).toBeGreaterThan(0);
    for (const one of served["supportedInterfaces"] as object[])
      for (const field of ["url", "protocolBinding", "protocolVersion"]) expect(one).toHaveProperty(field);
    for (const skill of served["skills"] as object[])
      for (const field of ["id", "name", "description", "tags"]) expect(skill).toHaveProperty(field);
  });
});

describe("/asyncapi.json", () => {
  const DIAGNOSE = `import { Parser } from "@asyncapi/parser";
    const { diagnostics } = await new Parser().parse(JSON.stringify(document));
    console.log(JSON.stringify(diagnostics.filter(({ severity }) => severity === 0)));`;

  it("has no defect that AsyncAPI's own parser knows", async () => {
    expect(await validate("/asyncapi.json", DIAGNOSE)).toEqual([]);
  });

  it("would not pass if it had one", async () => {
    const broken = `document.channels = [];\n${DIAGNOSE}`;
    expect(await validate("/asyncapi.json", broken)).not.toEqual([]);
  });
});
