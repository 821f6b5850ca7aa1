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
const MINT_BYTES = 82n;

export interface Funded {
  /** The owner's associated USDC account. */
  tokenAccount: Address;
  signature: string;
}

/** Gives away SOL and USDC in ordinary transactions, so that they stand in the history like any other. */
export class Faucet {
  private constructor(
    private readonly bank: Bank,
    private readonly signer: KeyPairSigner,
  ) {}

  /** Creates USDC's mint, which only this faucet may mint from, and the faucet's own funds. */
  static async create(bank: Bank): Promise<Faucet> {
    const signer = await generateKeyPairSigner();
    const data = getMintEncoder().encode({
      mintAuthority: signer.address,
      supply: 0n,
      decimals: USDC_DECIMALS,
      isInitialized: true,
      freezeAuthority: null,
    });
    bank.vm.setAccount(USDC_MINT, {
      lamports: bank.vm.rentExempt(MINT_BYTES),
      data: new Uint8Array(data),
      owner: TOKEN_PROGRAM,
      executable: false,
    });
    bank.vm.setAccount(signer.address, {
      lamports: FUNDS,
      data: new Uint8Array(),
      owner: SYSTEM_PROGRAM,
      executable: false,
    });
    return new Faucet(bank, signer);
  }

  /** Resolves with the signature of the transfer. */
  airdrop(to: Address, lamports: bigint): Promise<string> {
    return this.send([this.transfer(to, lamports)]);
  }

  /** USDC for an owner, in base units (6 decimals). The token account is created if need be; 0 only creates it. */
  async mintUsdc(owner: Address, amount: bigint): Promise<Funded> {
    const seeds = { mint: USDC_MINT, owner, tokenProgram: TOKEN_PROGRAM };
    const [tokenAccount] = await findAssociatedTokenPda(seeds);
    const create = getCreateAssociatedTokenIdempotentInstruction({
      payer: this.signer,
      ata: tokenAccount,
      owner,
      mint: USDC_MINT,
    });
    const mint = getMintToInstruction({
      mint: USDC_MINT,
      token: tokenAccount,
      mintAuthority: this.signer,
      amount,
    });
    return { tokenAccount, signature: await this.send(amount > 0n ? [create, mint] : [create]) };
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
