import { readSources } from "@/lib/sources/read-sources";
import { type InsiderOf, noInsider } from "../candidate";
import { type Desk, deskWith } from "../desk";
import { composeAirdrop } from "./compose";
import { airdropEntry } from "./entry";
import { type AirdropInputs, gatherAirdrop } from "./gather";

/** The desk with the creator signals that `insider` gives. */
export const airdropDeskWith = (insider: InsiderOf): Desk<typeof airdropEntry, AirdropInputs> => ({
  entry: airdropEntry,
  gather: gatherAirdrop,
  compose: (inputs, input, now) => composeAirdrop(inputs, input, insider, now),
});

export const airdropDesk = airdropDeskWith(noInsider);

export const airdrop = deskWith(airdropDesk)(readSources);
