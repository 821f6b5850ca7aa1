import { generateKeyPairSync } from "node:crypto";
import { newPrefix, startInstance } from "../support/service";
import { ledgerCommand, SECRET, type Stage } from "./stage";

const newKey = (): string =>
  generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "der" }).toString("base64");

async function publishedKeys(origin: string): Promise<string[]> {
  const response = await fetch(`${origin}/.well-known/jwks.json`);
  const { keys } = (await response.json()) as { keys: { x: string }[] }; // RFC 7517
  return keys.map(({ x }) => x);
}

/** docs/runbooks/key-leaked.md: the operators' secret and the receipts' key are replaced, and the old ones open nothing. */
export async function keyLeaked(stage: Stage): Promise<void> {
  const { world, step, demand } = stage;
  const STORE_PREFIX = newPrefix("leaked");
  const leaked = await startInstance(world, "rehearsal-leaked", {
    ...{ STORE_PREFIX, OPERATOR_SECRET: SECRET, RECEIPT_SIGNING_KEY: newKey() },
  });
  step("The leaked secret opens the operators' routes; the leaked key is published.");
  demand((await ledgerCommand(stage, leaked.origin, ["metrics"])).includes("No alert."), "it opens them");
  const [old = ""] = await publishedKeys(leaked.origin);
  await leaked.stop();

  step("Both are replaced, and the service is deployed again. The old public key is not kept.");
  const replaced = await startInstance(world, "rehearsal-replaced", {
    ...{ STORE_PREFIX, OPERATOR_SECRET: "another".repeat(6), RECEIPT_SIGNING_KEY: newKey() },
  });
  try {
    const said = await ledgerCommand(stage, replaced.origin, ["metrics"]);
    demand(said.includes("OPERATOR_SECRET is not the service's"), "the leaked secret opens nothing");
    const keys = await publishedKeys(replaced.origin);
    demand(keys.length === 1 && !keys.includes(old), "receipts of the leaked key can't be verified any more");
  } finally {
    await replaced.stop();
  }
}
