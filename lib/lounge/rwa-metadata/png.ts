/** A PNG (ISO/IEC 15948) of two colours, uncompressed: small code, and no more bytes than its few pixels. */

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  return crc;
});

const word = (value: number): number[] => [
  value >>> 24,
  (value >>> 16) & 255,
  (value >>> 8) & 255,
  value & 255,
];

function chunk(type: string, data: readonly number[]): number[] {
  const content = [...type].map((letter) => letter.charCodeAt(0)).concat(data);
  const crc = content.reduce((sum, byte) => (sum >>> 8) ^ (CRC[(sum ^ byte) & 255] ?? 0), 0xffffffff);
  return [...word(data.length), ...content, ...word(~crc >>> 0)];
}

/** RFC 1950 over stored blocks; rows of a picture this size fit into one. */
function zlib(data: readonly number[]): number[] {
  let [a, b] = [1, 0];
  for (const byte of data) {
    a = (a + byte) % 65_521;
    b = (b + a) % 65_521;
  }
  const length = [data.length & 255, data.length >>> 8];
  return [
    0x78,
    0x01,
    1,
    ...length,
    ...length.map((byte) => ~byte & 255),
    ...data,
    ...word(((b << 16) | a) >>> 0),
  ];
}

/** Cells of a square picture, and how many pixels wide a cell is: 8 or a multiple, so that a row is whole bytes. */
const CELLS = 5;
const CELL_BYTES = 8;
const SIDE = CELLS * CELL_BYTES * 8;

/** A symmetrical picture of a hash (hexadecimal): the same for the same hash, and another for nearly every other. */
export function pictureOf(hash: string): Uint8Array<ArrayBuffer> {
  const bytes = hash.match(/../g)?.map((byte) => parseInt(byte, 16)) ?? [];
  const at = (index: number): number => bytes[index] ?? 0;
  const isSet = (row: number, column: number): boolean => {
    const bit = row * 3 + Math.min(column, CELLS - 1 - column);
    return ((at(bit >> 3) >> (bit & 7)) & 1) === 1;
  };
  const rows = Array.from({ length: SIDE }, (_, y) => {
    const row = Math.floor(y / (CELL_BYTES * 8));
    const cells = Array.from({ length: CELLS }, (__, column) => (isSet(row, column) ? 255 : 0));
    return [0, ...cells.flatMap((cell) => Array<number>(CELL_BYTES).fill(cell))];
  }).flat();
  const colours = [14, 17, 22, 96 + (at(29) >> 1), 96 + (at(30) >> 1), 96 + (at(31) >> 1)];
  return new Uint8Array([
    ...SIGNATURE,
    ...chunk("IHDR", [...word(SIDE), ...word(SIDE), 1, 3, 0, 0, 0]),
    ...chunk("PLTE", colours),
    ...chunk("IDAT", zlib(rows)),
    ...chunk("IEND", []),
  ]);
}
