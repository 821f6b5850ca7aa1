import type { Hex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { describe, expect, it } from "vitest";
import { addressOfSigner as byLibrary } from "@/host/recover-address";
import { randomHex } from "@/lib/http/digest";
import { addressOfSigner as inJavaScript } from "@/lib/chains/recover-address";

/** What a reader says: an address in small letters, or that there is none. */
const said = async (read: Promise<string | null>): Promise<string> => (await read)?.toLowerCase() ?? "nobody";

async function expectSame(hash: Hex, signature: Hex): Promise<string> {
  const [one, other] = await Promise.all([
    said(byLibrary(hash, signature)),
    said(inJavaScript(hash, signature)),
  ]);
  expect({ hash, signature, said: one }).toEqual({ hash, signature, said: other });
  return one;
}

const hash = (): Hex => `0x${randomHex(32)}`;
const ORDER = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141";
const WORDS = ["00".repeat(32), `${"00".repeat(31)}01`, ORDER, "ff".repeat(32), `${ORDER.slice(0, -2)}40`];

describe("who signed a hash, by both readers", () => {
  it("is the signer, whichever way v is written", async () => {
    for (let made = 0; made < 40; made += 1) {
      const account = privateKeyToAccount(generatePrivateKey());
      const signed = hash();
      const signature = await account.sign({ hash: signed });
      expect(await expectSame(signed, signature)).toBe(account.address.toLowerCase());
      const bare = signature.endsWith("1b") ? "00" : "01";
      expect(await expectSame(signed, `${signature.slice(0, -2)}${bare}` as Hex)).toBe(
        account.address.toLowerCase(),
      );
    }
  });

  it("is the same stranger, or nobody, for what was not signed", async () => {
    for (let made = 0; made < 60; made += 1)
      await expectSame(hash(), `0x${randomHex(64)}${made % 2 === 0 ? "1b" : "1c"}`);
    for (const r of [...WORDS, randomHex(32)])
      for (const s of [...WORDS, randomHex(32)]) await expectSame(hash(), `0x${r}${s}1b`);
    for (const nothing of [`0x${"00".repeat(32)}`, `0x${ORDER}`, `0x${"ff".repeat(32)}`] as const)
      await expectSame(nothing, `0x${randomHex(64)}1c`);
  });

  it("is nobody where v, or the length, is none of a signature's", async () => {
    for (const v of ["02", "1a", "1d", "ff"])
      expect(await said(byLibrary(hash(), `0x${randomHex(64)}${v}`))).toBe("nobody");
    expect(await said(byLibrary(hash(), `0x${randomHex(64)}`))).toBe("nobody");
    expect(await said(byLibrary(hash(), `0x${randomHex(66)}`))).toBe("nobody");
  });
});
