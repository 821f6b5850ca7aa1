import { documentRoute } from "@/lib/catalog/document";
import { rwaMetadataAnswer } from "./answer";
import { rwaMetadataEntry } from "./entry";

const image =
  "https://svc.example.com/lounge/image/9b7c1d0e5f2a48c6b3d9e8f7a6b5c4d3e2f1a0b9c8d7e6f5a4b3c2d1e0f9a8b7.png";

export const rwaMetadataDocumentation = documentRoute(rwaMetadataEntry, {
  description:
    "NFT metadata of a signal's certificate as Metaplex readers take it. It holds no word of the creator's and none of the " +
    "paid text: name, image and attributes follow from the certificate's hash, place and time.",
  output: rwaMetadataAnswer,
  sample: {
    input: { signalId: "sig_5b1f0c2a9d3e4f60718293a4" },
    output: {
      name: "svc signal #417",
      symbol: "SIGNAL",
      description:
        "Certificate that a text existed when it was published, and that its publisher held the payment. It is no title to anything else.",
      image,
      external_url: "https://svc.example.com/lounge/verify?id=sig_5b1f0c2a9d3e4f60718293a4",
      category: "image",
      attributes: [
        { trait_type: "signalId", value: "sig_5b1f0c2a9d3e4f60718293a4" },
        { trait_type: "seq", value: 417 },
        { trait_type: "issuedAt", value: "2026-10-07T14:06:12.480Z" },
      ],
      properties: { files: [{ uri: image, type: "image/png" }], category: "image" },
    },
  },
});
