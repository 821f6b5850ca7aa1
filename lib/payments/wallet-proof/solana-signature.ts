import { getBase58Encoder } from "@solana/kit";
import { ed25519PublicKey } from "@/lib/http/ed25519-key";

/**
 * Public keys of small order, as far as their 255 bits go: any of them would verify signatures that nobody made.
 * Some platforms refuse them (Node 24), others don't (Node 20 and 22), so none is relied on.
 */
const SMALL_ORDER = new Set([
  "00".repeat(32),
  `01${"00".repeat(31)}`,
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
  `ec${"ff".repeat(30)}7f`,
  `ed${"ff".repeat(30)}7f`,
  `ee${"ff".repeat(30)}7f`,
]);

function isSmallOrder(key: Uint8Array): boolean {
  const hex = Array.from(key, (byte, index) =>
    (index === 31 ? byte & 0x7f : byte).toString(16).padStart(2, "0"),
  );
  return SMALL_ORDER.has(hex.join(""));
}

/** Keys by wallet: a holder comes again and again, and a platform takes as long over reading a key as over verifying by it. */
const known = new Map<string, CryptoKey>();
const MAX_KNOWN = 1_000;

/** The bytes of a base58 text, or null when it is none. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return new Uint8Array(getBase58Encoder().encode(text));
  } catch {
    return null; // not base58: the caller says what is wrong with it
  }
}

/** The key of a wallet that somebody can sign for; null of any other text. */
async function keyOf(address: string): Promise<CryptoKey | null> {
  const found = known.get(address);
  if (found !== undefined) return found;
  const bytes = bytesOf(address);
  if (bytes?.length !== 32 || isSmallOrder(bytes)) return null;
  const key = await ed25519PublicKey(bytes);
  if (known.size >= MAX_KNOWN) known.clear();
  if (key !== null) known.set(address, key);
  return key;
}

/** Whether the Solana wallet `address` signed the message (Ed25519, address and signature in base58). */
export async function isSignedBySolana(
  message: string,
  address: string,
  signature: string,
): Promise<boolean> {
  const signed = bytesOf(signature);
  if (signed?.length !== 64) return false;
  const key = await keyOf(address);
  return key !== null && crypto.subtle.verify("Ed25519", key, signed, new TextEncoder().encode(message));
}
