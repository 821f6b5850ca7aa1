/**
 * Numbers that depend on a seed and a name only. Nothing is drawn in sequence, so any moment of the market can be
 * asked in any order, by any number of requests, and is always the same.
 */
export interface Randomness {
  /** Uniform in [0, 1). */
  unit(name: string, ...at: number[]): number;
  /** Whole number, both ends included. */
  integer(from: number, to: number, name: string, ...at: number[]): number;
  pick<const L extends readonly [unknown, ...unknown[]]>(items: L, name: string, ...at: number[]): L[number];
  /** Lower-case hex digits, for addresses and ids. */
  hex(length: number, name: string, ...at: number[]): string;
}

/** FNV-1a over UTF-16 code units: short names to 32 bits. */
function hashName(name: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return hash;
}

/** MurmurHash3's finalizer: neighbouring inputs give unrelated outputs. */
function avalanche(input: number): number {
  let hash = input ^ (input >>> 16);
  hash = Math.imul(hash, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

const further = (hash: number, part: number): number =>
  avalanche(Math.imul(hash, 31) + Math.floor(part) + 0x6d2b79f5);

const toUnit = (hash: number): number => (hash >>> 0) / 2 ** 32;

const HEX = "0123456789abcdef";

export function randomness(seed: number): Randomness {
  const mixed = Math.imul(seed, 0x9e3779b1);
  const hashOf = (name: string, at: readonly number[]): number =>
    at.reduce(further, avalanche(hashName(name) ^ mixed));
  const unit = (name: string, ...at: number[]): number => toUnit(hashOf(name, at));
  return {
    unit,
    integer: (from, to, name, ...at) => from + Math.floor(unit(name, ...at) * (to - from + 1)),
    pick: (items, name, ...at) => items[Math.floor(unit(name, ...at) * items.length)] ?? items[0],
    hex(length, name, ...at) {
      const hash = hashOf(name, at);
      let digits = "";
      for (let i = 0; i < length; i++) digits += HEX[Math.floor(toUnit(further(hash, i)) * 16)];
      return digits;
    },
  };
}
