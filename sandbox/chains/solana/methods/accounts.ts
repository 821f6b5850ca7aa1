import { isRecord } from "@/lib/is-record";
import type { Bank } from "../bank";
import { encodeAccount } from "../encode-account";
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from "../network";
import { addressParam, commitmentOf, configParam, listParam, type Methods } from "../params";
import { invalidParams } from "../rpc-error";
import { decimalsOf, isTokenProgram, readMint, readToken, uiTokenAmount } from "../tokens";
import { inContext } from "./context";

const MAX_ACCOUNTS = 100;
const LARGEST = 20;

/** Accounts and what they hold, as the chain has them at the commitment that is asked for. */
export function accountMethods({ vm, clock, past }: Bank): Methods {
  const answer = (config: unknown, value: unknown) =>
    inContext(clock, commitmentOf(configParam(config)), value);
  const account = (address: unknown, config: unknown) =>
    past.at(addressParam(address), commitmentOf(configParam(config)));
  const tokenAccounts = (config: unknown) =>
    [TOKEN_PROGRAM, TOKEN_2022_PROGRAM].flatMap((program) =>
      past.accountsOf(program, commitmentOf(configParam(config))).flatMap(({ address, account }) => {
        const token = readToken(account);
        return token === null ? [] : [{ address, account, token }];
      }),
    );

  return {
    getBalance: ([address, config]) => answer(config, account(address, config)?.lamports ?? 0n),

    getAccountInfo: ([address, config]) =>
      answer(config, encodeAccount(vm, account(address, config), configParam(config))),

    getMultipleAccounts: ([addresses, config]) => {
      const list = listParam(addresses, "addresses", MAX_ACCOUNTS);
      const accounts = list.map((one) => encodeAccount(vm, account(one, config), configParam(config)));
      return answer(config, accounts);
    },

    getTokenAccountBalance: ([address, config]) => {
      const token = readToken(account(address, config));
      if (token === null) throw invalidParams("Invalid param: could not find account");
      return answer(config, uiTokenAmount(token.amount, decimalsOf(vm, token.mint)));
    },

    getTokenSupply: ([address, config]) => {
      const mint = readMint(account(address, config));
      if (mint === null) throw invalidParams("Invalid param: could not find mint");
      return answer(config, uiTokenAmount(mint.supply, mint.decimals));
    },

    getTokenAccountsByOwner: ([owner, filter, config]) => {
      const wanted = addressParam(owner);
      if (!isRecord(filter)) throw invalidParams("Invalid params: name a mint or a programId");
      const mint = filter["mint"] === undefined ? undefined : addressParam(filter["mint"]);
      const program = mint === undefined ? addressParam(filter["programId"]) : undefined;
      if (program !== undefined && !isTokenProgram(program)) {
        throw invalidParams("Invalid param: unrecognized Token program id");
      }
      const found = tokenAccounts(config)
        .filter(({ token }) => token.owner === wanted)
        .filter((one) => (program ? one.account.owner === program : one.token.mint === mint))
        .map((one) => ({
          pubkey: one.address,
          account: encodeAccount(vm, one.account, configParam(config)),
        }));
      return answer(config, found);
    },

    getTokenLargestAccounts: ([address, config]) => {
      const mint = addressParam(address);
      const decimals = decimalsOf(vm, mint);
      const largest = tokenAccounts(config)
        .filter(({ token }) => token.mint === mint)
        .sort((a, b) => (a.token.amount < b.token.amount ? 1 : a.token.amount > b.token.amount ? -1 : 0))
        .slice(0, LARGEST)
        .map((found) => ({ address: found.address, ...uiTokenAmount(found.token.amount, decimals) }));
      return answer(config, largest);
    },
  };
}
