import {
  createHash,
  createPrivateKey,
  createPublicKey,
  sign,
  verify,
  webcrypto,
  type KeyObject,
} from "node:crypto";

/**
 * WebCrypto's functions that the product uses, computed at once: the platform hands them to other threads, whose
 * order no seed decides. What is not here throws.
 */

const bytesOf = (data: ArrayBuffer | ArrayBufferView): Buffer =>
  ArrayBuffer.isView(data) ? Buffer.from(data.buffer, data.byteOffset, data.byteLength) : Buffer.from(data);

const bufferOf = (bytes: Buffer): ArrayBuffer => new Uint8Array(bytes).buffer;

/** The frame of an Ed25519 public key in DER (RFC 8410), before its 32 bytes. */
const PUBLIC_FRAME = Buffer.from("302a300506032b6570032100", "hex");

/** Stands for a CryptoKey: the one thing that callers do with a key is to hand it back. */
interface Key {
  object: KeyObject;
  type: "public" | "private";
  algorithm: { name: "Ed25519" };
  extractable: boolean;
  usages: readonly string[];
}

const publicKeys = new Map<string, KeyObject>();

/** Worlds have few wallets, and a key is dear to read. */
function publicKey(bytes: Buffer): KeyObject {
  const name = bytes.toString("base64");
  const known =
    publicKeys.get(name) ??
    createPublicKey({ key: Buffer.concat([PUBLIC_FRAME, bytes]), format: "der", type: "spki" });
  if (publicKeys.size < 1_000) publicKeys.set(name, known);
  return known;
}

const isEd25519 = (algorithm: unknown): boolean =>
  algorithm === "Ed25519" ||
  (typeof algorithm === "object" &&
    algorithm !== null &&
    "name" in algorithm &&
    algorithm.name === "Ed25519");

const subtle = {
  async digest(algorithm: string, data: ArrayBuffer | ArrayBufferView): Promise<ArrayBuffer> {
    const name = { "SHA-1": "sha1", "SHA-256": "sha256" }[algorithm];
    if (name === undefined) throw new Error(`no digest ${algorithm} is simulated`);
    return bufferOf(createHash(name).update(bytesOf(data)).digest());
  },
  async importKey(
    format: string,
    data: ArrayBuffer | ArrayBufferView,
    algorithm: unknown,
    extractable: boolean,
    usages: readonly string[],
  ): Promise<Key> {
    if (!isEd25519(algorithm)) throw new Error("no such key is simulated");
    const common = { algorithm: { name: "Ed25519" as const }, extractable, usages };
    if (format === "pkcs8")
      return {
        ...common,
        type: "private",
        object: createPrivateKey({ key: bytesOf(data), format: "der", type: "pkcs8" }),
      };
    if (format !== "raw") throw new Error(`no key format ${format} is simulated`);
    return { ...common, type: "public", object: publicKey(bytesOf(data)) };
  },
  async verify(
    algorithm: unknown,
    key: Key,
    signature: ArrayBuffer | ArrayBufferView,
    data: ArrayBuffer | ArrayBufferView,
  ): Promise<boolean> {
    if (!isEd25519(algorithm)) throw new Error("no such signature is simulated");
    return verify(null, bytesOf(data), key.object, bytesOf(signature));
  },
  async sign(algorithm: unknown, key: Key, data: ArrayBuffer | ArrayBufferView): Promise<ArrayBuffer> {
    if (!isEd25519(algorithm)) throw new Error("no such signature is simulated");
    return bufferOf(sign(null, bytesOf(data), key.object));
  },
};

/** @param fill gives the next random bytes */
export const simulatedCrypto = (fill: (bytes: Uint8Array) => void) => ({
  subtle,
  getRandomValues<T extends ArrayBufferView>(array: T): T {
    fill(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
    return array;
  },
  randomUUID(): string {
    const bytes = new Uint8Array(16);
    fill(bytes);
    const hex = Buffer.from(bytes).toString("hex");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
  },
});

/** Libraries that all instances share ask the process' own crypto: from now on it computes at once, too. */
export function computeSync(): void {
  const own = simulatedCrypto((bytes) => void webcrypto.getRandomValues(bytes));
  Object.defineProperty(globalThis, "crypto", { value: own, configurable: true });
}
