const WORD = 64; // hexadecimal digits

/** Word behind `abi.encode(address factory, bytes calldata, bytes signature)`: a wallet that is still to be deployed. */
const MAGIC = /(6492){16}$/;

export const isToBeDeployed = (signature: string): boolean => MAGIC.test(signature);

/**
 * Whether a signature (0x…) can be read at all. Only ERC-6492's wrapper has a form that can be broken, and facilitators
 * fail on a broken one instead of refusing it.
 */
export function isReadableSignature(signature: string): boolean {
  if (!isToBeDeployed(signature)) return true;
  const body = signature.slice(2, -WORD);
  /** A number in the wrapper, at a byte; NaN where there is none, huge where it is no length. */
  const at = (byte: number): number => Number(`0x${body.slice(byte * 2, byte * 2 + WORD)}`);
  const holdsBytes = (offset: number): boolean => offset + 32 + at(offset) <= body.length / 2;
  return body.length >= 3 * WORD && holdsBytes(at(32)) && holdsBytes(at(64));
}
