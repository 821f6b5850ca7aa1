import canonicalize from "canonicalize";
import { sha256Hex } from "@/lib/http/digest";
import type { CreatorChain } from "./vocabulary";

/** What a certificate says. Neither the time nor the place in the log stands in it: both are the log's. */
export interface Certificate {
  version: 1;
  signalId: string;
  title: string;
  categories: readonly string[];
  creator: { wallet: string; chain: CreatorChain };
  /** SHA-256 of the canonical JSON of `Body`, hexadecimal. */
  bodyHash: string;
}

/** What opens a certificate. The salt is never public: a short text could be guessed by its hash. */
export interface Body {
  /** 32 random bytes, hexadecimal. */
  salt: string;
  summary: string;
}

/** SHA-256 of a value's canonical JSON (RFC 8785), hexadecimal. */
const hashOf = (value: unknown): Promise<string> => sha256Hex(canonicalize(value) ?? "");

export const bodyHashOf = ({ salt, summary }: Body): Promise<string> => hashOf({ salt, summary });
export const certificateHashOf = (certificate: Certificate): Promise<string> => hashOf(certificate);
