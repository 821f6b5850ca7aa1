/** The key as the platform takes it; null where the platform takes no bytes that are no point of the curve. */
export async function ed25519PublicKey(bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey | null> {
  try {
    return await crypto.subtle.importKey("raw", bytes, "Ed25519", false, ["verify"]);
  } catch (error) {
    if (error instanceof DOMException && error.name === "DataError") return null; // nobody can sign by it
    throw error;
  }
}
