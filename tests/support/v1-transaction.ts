import {
  type Address,
  getAddressEncoder,
  getBase58Decoder,
  getBase58Encoder,
  type KeyPairSigner,
  signBytes,
} from "@solana/kit";
import { MEMO_PROGRAM, TOKEN_PROGRAM, USDC_DECIMALS } from "@/sandbox/chains/solana/network";

export interface V1Terms {
  payer: KeyPairSigner;
  blockhash: string;
  source: string;
  mint: string;
  destination: string;
  amount: bigint;
  memo?: string;
  /** A later one is written in V1's layout. */
  version?: number;
}

const u64 = (value: bigint): Uint8Array => new Uint8Array(new BigUint64Array([value]).buffer);

/** A transfer of a token in a V1 transaction (SIMD-0385), signed by its payer: base64 and signature. */
export async function v1Transfer(terms: V1Terms): Promise<{ wire: string; signature: string }> {
  const { payer, blockhash, source, mint, destination, amount, memo, version = 1 } = terms;
  const written = [payer.address, source, destination];
  const onlyRead = [mint, TOKEN_PROGRAM, ...(memo === undefined ? [] : [MEMO_PROGRAM])];
  const addresses = [...written, ...onlyRead] as Address[];
  const at = (address: string): number => addresses.findIndex((one) => one === address);
  const instructions = [
    {
      ...{ program: at(TOKEN_PROGRAM), accounts: [source, mint, destination, payer.address].map(at) },
      data: [12, ...u64(amount), USDC_DECIMALS],
    },
    ...(memo === undefined
      ? []
      : [{ program: at(MEMO_PROGRAM), accounts: [], data: [...new TextEncoder().encode(memo)] }]),
  ];
  const message = Uint8Array.from([
    ...[0x80 | version, 1, 0, onlyRead.length],
    ...[0, 0, 0, 0], // nothing is configured
    ...getBase58Encoder().encode(blockhash),
    ...[instructions.length, addresses.length],
    ...addresses.flatMap((address) => [...getAddressEncoder().encode(address)]),
    ...instructions.flatMap(({ program, accounts, data }) => [
      ...[program, accounts.length, data.length & 0xff, data.length >> 8],
    ]),
    ...instructions.flatMap(({ accounts, data }) => [...accounts, ...data]),
  ]);
  const signature = await signBytes(payer.keyPair.privateKey, message);
  return {
    wire: Buffer.concat([message, signature]).toString("base64"),
    signature: getBase58Decoder().decode(signature),
  };
}
