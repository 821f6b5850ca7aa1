import { generateKeyPairSync, randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import * as byNode from "@/host/ed25519";
import * as byPlatform from "@/lib/http/ed25519";

const bytes = (from: Buffer): Uint8Array<ArrayBuffer> => Uint8Array.from(from);
const pkcs8 = (kind: "ed25519" | "x25519"): Uint8Array<ArrayBuffer> => {
  const { privateKey } = kind === "ed25519" ? generateKeyPairSync("ed25519") : generateKeyPairSync("x25519");
  return bytes(privateKey.export({ format: "der", type: "pkcs8" }));
};

type Given = Parameters<typeof byPlatform.isEd25519Signed>;

/** What both say, which must be the same. */
async function said(...given: Given): Promise<boolean> {
  const [one, other] = await Promise.all([
    byNode.isEd25519Signed(...given),
    byPlatform.isEd25519Signed(...given),
  ]);
  expect(one).toBe(other);
  return one;
}

describe("Ed25519 by Node's functions and by the platform's", () => {
  it("has the same keys and signatures, which each reads of the other", async () => {
    for (let made = 0; made < 20; made += 1) {
      const key = pkcs8("ed25519");
      const [one, other] = await Promise.all([byNode.ed25519Signer(key), byPlatform.ed25519Signer(key)]);
      expect(one.x).toBe(other.x);
      const message = bytes(randomBytes(made * 7));
      const signature = Uint8Array.from(await one.sign(message));
      expect(Buffer.from(await other.sign(message)).equals(signature)).toBe(true);
      expect(await said(bytes(Buffer.from(one.x, "base64url")), signature, message)).toBe(true);
    }
  });

  it("finds no signature where a bit, the key, the message or a length is another", async () => {
    const { x, sign } = await byNode.ed25519Signer(pkcs8("ed25519"));
    const key = bytes(Buffer.from(x, "base64url"));
    const message = bytes(Buffer.from("message"));
    const signature = Uint8Array.from(await sign(message));
    for (let at = 0; at < 64; at += 3) {
      const bent = Uint8Array.from(signature);
      bent[at] = (bent[at] ?? 0) ^ 1;
      expect(await said(key, bent, message)).toBe(false);
    }
    expect(await said(key, signature, bytes(Buffer.from("Message")))).toBe(false);
    expect(await said(bytes(randomBytes(32)), signature, message)).toBe(false);
    for (const [of, signed] of [
      [key.slice(1), signature],
      [bytes(Buffer.concat([key, Buffer.of(0)])), signature],
      [key, signature.slice(1)],
      [key, new Uint8Array(65)],
      [new Uint8Array(0), new Uint8Array(0)],
    ] as const)
      expect(await said(of, signed, message)).toBe(false);
  });

  it("takes no key of another kind, and none that is broken", async () => {
    for (const key of [pkcs8("x25519"), pkcs8("ed25519").slice(0, 40), new Uint8Array(0)])
      for (const { ed25519Signer } of [byNode, byPlatform])
        await expect((async () => ed25519Signer(key))()).rejects.toThrow();
  });
});
