import { env } from "@/lib/env";
import type { Handler } from "@/lib/handler";
import { notPublished } from "../open/guard";
import { readSignal } from "../store";
import type { rwaMetadataEntry } from "./entry";

const DESCRIPTION =
  "Certificate that a text existed when it was published, and that its publisher held the payment. It is no title to anything else.";

/** NFT metadata of a certificate. None of it is the creator's words: what is minted can't be hidden. */
export const rwaMetadata: Handler<typeof rwaMetadataEntry> = async ({ signalId }) => {
  const signal = await readSignal(signalId);
  if (signal === null || signal.hidden !== null) throw notPublished(signalId);
  const { seq, certificateHash, creator, publishedAt } = signal;
  const { PUBLIC_ORIGIN: origin } = env();
  const image = `${origin}/lounge/image/${certificateHash}.png`;
  const facts: [string, string | number][] = [
    ["signalId", signalId],
    ["certificateHash", certificateHash],
    ["seq", seq],
    ["issuedAt", new Date(publishedAt).toISOString()],
    ["creator", creator.wallet],
    ["creatorProof", creator.proof],
  ];
  return {
    answer: {
      ...{ name: `svc signal #${seq}`, symbol: "SIGNAL", description: DESCRIPTION, image },
      ...{ external_url: `${origin}/lounge/verify?id=${signalId}`, category: "image" },
      attributes: facts.map(([name, value]) => ({ trait_type: name, value })),
      properties: { files: [{ uri: image, type: "image/png" }], category: "image" },
    },
    effects: [],
    headers: { "cache-control": "public, max-age=300" },
  };
};
