import { createHash } from "node:crypto";
import { ed25519 } from "@noble/curves/ed25519";

const { ExtendedPoint: Point, CURVE } = ed25519;
const { Fp } = CURVE;
type Point = InstanceType<typeof Point>;

const littleEndian = (bytes: Uint8Array): bigint =>
  BigInt(`0x${Buffer.from(bytes).reverse().toString("hex")}`);

/** RFC 8032, 5.1.3, in every spelling: y may be p or more, and the sign of x set where x is 0. */
function pointOf(bytes: Uint8Array): Point {
  const read = littleEndian(bytes);
  const y = Fp.create(BigInt.asUintN(255, read));
  const y2 = Fp.sqr(y);
  const root = CURVE.uvRatio?.(Fp.sub(y2, 1n), Fp.add(Fp.mul(CURVE.d, y2), 1n));
  if (root?.isValid !== true) throw new Error("no point of the curve");
  const isOdd = read >> 255n === 1n;
  return Point.fromAffine({
    x: (root.value & 1n) === (isOdd ? 1n : 0n) ? root.value : Fp.neg(root.value),
    y,
  });
}

/**
 * The equation of RFC 8032, 5.1.7, and nothing else: [s]B = R + [k]A for the key A, the message and the signature R, s.
 * Platforms differ in what they demand beside it (newer ones refuse keys of small order); this is what a forger of
 * signatures meets on the laxest of them.
 */
export function satisfiesEquation(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const [first, second] = [signature.subarray(0, 32), signature.subarray(32)];
  const hash = createHash("sha512").update(first).update(key).update(message).digest();
  const k = littleEndian(hash) % CURVE.n;
  const right = pointOf(first).add(pointOf(key).multiplyUnsafe(k));
  return Point.BASE.multiplyUnsafe(littleEndian(second)).equals(right);
}
