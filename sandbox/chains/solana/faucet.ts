import { randomUUID } from "node:crypto";
import {
  AccountRole,
  appendTransactionMessageInstructions,
  blockhash,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  type Address,
  type Instruction,
  type KeyPairSigner,
} from "@solana/kit";
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getMintEncoder,
  getMintToInstruction,
} from "@solana-program/token";
import type { Bank } from "./bank";
import { MEMO_PROGRAM, SYSTEM_PROGRAM, TOKEN_PROGRAM, USDC_DECIMALS, USDC_MINT } from "./network";
import { parseTransaction } from "./transaction";

/** More lamports than a sandbox gives away. */
const FUNDS = 500_000_000_000_000_000n;
/** In Token-2022 a mint with extensions is as long as a token account, so that a byte behind both tells them apart. */
const BASE_BYTES = 165;
const IS_MINT = 1;

export interface NewMint {
  mint: Address;
  program: Address;
  decimals: number;
  freezeAuthority?: Address | null;
  /** Of Token-2022: each extension's number and its bytes. */
  extensions?: readonly (readonly [type: number, bytes: Uint8Array])[];
}

function withExtensions(base: ArrayLike<number>, extensions: NonNullable<NewMint["extensions"]>): Uint8Array {
  const entries = extensions.flatMap(([type, bytes]) => {
    const head = [type & 0xff, type >> 8, bytes.length & 0xff, bytes.length >> 8];
    return [...head, ...bytes];
  });
  const data = new Uint8Array(BASE_BYTES + 1 + entries.length);
  data.set(base, 0);
  data[BASE_BYTES] = IS_MINT;
  data.set(entries, BASE_BYTES + 1);
  return data;
}

export interface Funded {
  /** The owner's associated account of the mint. */
  tokenAccount: Address;
  signature: string;
}

/** Gives away SOL and USDC in ordinary transactions, so that they stand in the history like any other. */
export class Faucet {
  /** The token program of each mint. */
  private readonly programs = new Map<Address, Address>();

  private constructor(
    private readonly bank: Bank,
    private readonly signer: KeyPairSigner,
  ) {}

  /** Creates USDC's mint and the faucet's own funds. */
  static async create(bank: Bank): Promise<Faucet> {
    const signer = await generateKeyPairSigner();
    bank.plant(signer.address, {
      lamports: FUNDS,
      data: new Uint8Array(),
      owner: SYSTEM_PROGRAM,
      executable: false,
    });
    const faucet = new Faucet(bank, signer);
    faucet.createMint({ mint: USDC_MINT, program: TOKEN_PROGRAM, decimals: USDC_DECIMALS });
    return faucet;
  }

  /** Creates a mint that only this faucet may mint from. */
  createMint({ mint, program, decimals, freezeAuthority = null, extensions }: NewMint): void {
    const base = getMintEncoder().encode({
      mintAuthority: this.signer.address,
      supply: 0n,
      decimals,
      isInitialized: true,
      freezeAuthority,
    });
    const data = extensions === undefined ? new Uint8Array(base) : withExtensions(base, extensions);
    const lamports = this.bank.vm.rentExempt(BigInt(data.length));
    this.bank.plant(mint, { lamports, data, owner: program, executable: false });
    this.programs.set(mint, program);
  }

  /** Resolves with the signature of the transfer. */
  airdrop(to: Address, lamports: bigint): Promise<string> {
    return this.send([this.transfer(to, lamports)]);
  }

  /** USDC for an owner, in base units (6 decimals). The token account is created if need be; 0 only creates it. */
  mintUsdc(owner: Address, amount: bigint): Promise<Funded> {
    return this.mint(USDC_MINT, owner, amount);
  }

  /** The same of any mint that this faucet has created. */
  async mint(mint: Address, owner: Address, amount: bigint): Promise<Funded> {
    const tokenProgram = this.programs.get(mint);
    if (tokenProgram === undefined) throw new Error(`${mint} is no mint of this faucet's`);
    const [tokenAccount] = await findAssociatedTokenPda({ mint, owner, tokenProgram });
    const create = getCreateAssociatedTokenIdempotentInstruction({
      ...{ payer: this.signer, ata: tokenAccount },
      ...{ owner, mint, tokenProgram },
    });
    const give = getMintToInstruction(
      { mint, token: tokenAccount, mintAuthority: this.signer, amount },
      { programAddress: tokenProgram },
    );
    return { tokenAccount, signature: await this.send(amount > 0n ? [create, give] : [create]) };
  }

  private transfer(to: Address, lamports: bigint): Instruction {
    const data = new DataView(new ArrayBuffer(12));
    data.setUint32(0, 2, true); // the system program's Transfer
    data.setBigUint64(4, lamports, true);
    const accounts = [
      { address: this.signer.address, role: AccountRole.WRITABLE_SIGNER },
      { address: to, role: AccountRole.WRITABLE },
    ];
    return { programAddress: SYSTEM_PROGRAM, accounts, data: new Uint8Array(data.buffer) };
  }

  private async send(instructions: readonly Instruction[]): Promise<string> {
    // Two equal gifts within a slot would be one transaction; the memo tells them apart.
    const memo = { programAddress: MEMO_PROGRAM, data: new TextEncoder().encode(`faucet ${randomUUID()}`) };
    const { blockhash: recent, lastValidBlockHeight } = this.bank.clock.latestBlockhash("processed");
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (m) => setTransactionMessageFeePayerSigner(this.signer, m),
      (m) =>
        setTransactionMessageLifetimeUsingBlockhash(
          { blockhash: blockhash(recent), lastValidBlockHeight },
          m,
        ),
      (m) => appendTransactionMessageInstructions([...instructions, memo], m),
    );
    const wire = getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message));
    const transaction = parseTransaction(wire, "base64");
    const { landed, ...refused } = this.bank.process(transaction);
    const error = landed === null ? refused : landed.execution.error;
    if (error !== null) throw new Error(`The faucet's transaction failed: ${JSON.stringify(error)}`);
    return transaction.signature;
  }
}
