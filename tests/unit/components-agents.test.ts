import { describe, expect, it } from "vitest";
import { addressesOf } from "@/components/agents/directory/addresses-of";
import { directoryRequest, readDirectoryQuery } from "@/components/agents/directory/directory-query";
import { refusalInWords } from "@/components/agents/agent/link-words";
import {
  bodyOfFeedback,
  EMPTY_FEEDBACK,
  type FeedbackDraft,
  problemsOfFeedback,
} from "@/components/agents/feedback/draft";
import { bodyOfAgent, EMPTY_AGENT, problemsOfAgent } from "@/components/agents/register/draft";
import { giveFeedbackEntry } from "@/lib/identity/give-feedback/entry";
import { verifyLinkAnswer } from "@/lib/identity/verify-link/answer";
import { REFUSALS } from "@/lib/identity/erc8004/verify";
import { newEvmWallet, newSolanaWallet } from "@/sandbox/accounts";

const draft = (change: Partial<typeof EMPTY_AGENT>) => ({ ...EMPTY_AGENT, ...change });

describe("what is entered of an agent", () => {
  it("is refused in the page where it looks like a secret, whichever field it stands in", async () => {
    const { privateKey, address } = newEvmWallet();
    const { secretKey } = await newSolanaWallet();
    const phrase = `${"abandon ".repeat(11)}about`;
    for (const secret of [privateKey, privateKey.slice(2), secretKey]) {
      for (const field of ["solAddress", "evmAddress", "name", "description"] as const)
        expect(problemsOfAgent(draft({ evmAddress: address, [field]: secret }))[field], field).toMatch(
          /secret/,
        );
    }
    for (const field of ["solAddress", "evmAddress"] as const)
      expect(problemsOfAgent(draft({ [field]: phrase }))[field]).toMatch(/secret/);
  });

  it("needs one address of its chain, and takes both", async () => {
    const [evm, sol] = [newEvmWallet(), await newSolanaWallet()];
    expect(problemsOfAgent(EMPTY_AGENT).solAddress).toMatch(/one address/);
    expect(problemsOfAgent(draft({ solAddress: evm.address })).solAddress).toMatch(/no Solana address/);
    expect(problemsOfAgent(draft({ evmAddress: sol.address })).evmAddress).toMatch(/no EVM address/);
    const both = draft({ solAddress: ` ${sol.address}`, evmAddress: `${evm.address} `, name: "  " });
    expect(Object.values(problemsOfAgent(both))).toEqual([null, null, null, null]);
    expect(bodyOfAgent(both)).toEqual({ solAddress: sol.address, evmAddress: evm.address });
  });

  it("has the service's own limits, counted as it counts", () => {
    expect(problemsOfAgent(draft({ name: "🙂".repeat(64) })).name).toBeNull();
    expect(problemsOfAgent(draft({ name: "🙂".repeat(65) })).name).toMatch(/64 characters, and has 65/);
    expect(problemsOfAgent(draft({ description: "a".repeat(281) })).description).toMatch(/280/);
  });
});

it("every reason that a link is refused for has a remedy of its own beside the service's words", () => {
  const reasons = verifyLinkAnswer.shape.reason.unwrap().options;
  const reported = reasons.map((reason) => refusalInWords({ reason, message: REFUSALS[reason] }));
  expect(new Set(reported).size).toBe(Object.keys(REFUSALS).length);
  for (const [index, reason] of reasons.entries())
    expect(reported[index]?.length).toBeGreaterThan(REFUSALS[reason].length + 10);
});

it("the directory's address says what is asked, and nothing that no page gave", () => {
  const read = (query: string) => readDirectoryQuery(new URLSearchParams(query));
  const cursor = `1763800000000:agt_${"0".repeat(32)}`;
  expect(directoryRequest("/x", read(`kind=proved&cursor=${cursor}`))).toBe(
    `/x?list=1&limit=20&cursor=${encodeURIComponent(cursor)}&verified=true`,
  );
  expect(directoryRequest("/x", read("kind=claimed"))).toContain("verified=false");
  expect(directoryRequest("/x", read("kind=%3Cscript%3E&cursor=1%20or%201"))).toBe("/x?list=1&limit=20");
});

describe("a rating", () => {
  const TRANSACTION = `0x${"8a".repeat(32)}`;
  const rating = (change: Partial<FeedbackDraft>): FeedbackDraft => ({ ...EMPTY_FEEDBACK, ...change });
  const agent = `agt_${"0".repeat(32)}`;

  it("is what the route takes, and is consent only where it says so", () => {
    const key = `eip155:84532:0x${"1".repeat(40)}:0x${"2".repeat(40)}:0x${"3".repeat(64)}`;
    for (const draft of [
      rating({ agent, payment: TRANSACTION, value: "90", text: " Good. " }),
      rating({ payment: key, value: "0", client: newEvmWallet().address }),
    ]) {
      expect(Object.values(problemsOfFeedback(draft)).filter((problem) => problem !== null)).toEqual([]);
      expect(giveFeedbackEntry.input.parse(bodyOfFeedback(draft, true))).toMatchObject({ publish: true });
      expect(giveFeedbackEntry.input.parse(bodyOfFeedback(draft, false))).not.toHaveProperty("publish");
    }
  });

  it("needs the proof of its kind, a whole rating, and a sender on Base where Solana paid", () => {
    expect(problemsOfFeedback(rating({ payment: TRANSACTION })).payment).toMatch(/key/);
    expect(problemsOfFeedback(rating({ agent, payment: "x" })).payment).toMatch(/transaction/);
    for (const value of ["", "-1", "101", "9.5", "1e1"])
      expect(problemsOfFeedback(rating({ value })).value, value).not.toBeNull();
    const onSolana = rating({ agent, payment: "5".repeat(88), value: "9" });
    expect(problemsOfFeedback(onSolana).client).toMatch(/Solana wallet paid/);
    expect(problemsOfFeedback(rating({ text: newEvmWallet().privateKey })).text).toMatch(/secret/);
  });
});

it("a pair of which one wallet is proved shows the other as the claim that it is", () => {
  const links = { cardUrl: "/c", profileUrl: "/p", registrationUrl: "/r" };
  const agent = { id: "agt_x", name: "x", ...links, verified: true, solAddress: "own" };
  expect(addressesOf({ ...agent, claims: { evmAddress: "somebody's" } })).toEqual([
    { address: "own", proved: true },
    { address: "somebody's", proved: false },
  ]);
});
