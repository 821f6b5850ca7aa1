import { addDecoderSizePrefix, getBytesDecoder, getU32Decoder, transformDecoder } from "@solana/kit";

/**
 * Decodes a text that follows its length in bytes (u32), and keeps every byte of it. kit's own decoder drops NUL and a byte
 * order mark: an address that no wallet resolves would read like the one that it imitates. Throws where it is no UTF-8.
 */
export const exactText = transformDecoder(addDecoderSizePrefix(getBytesDecoder(), getU32Decoder()), (bytes) =>
  new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes),
);

/** The same where it is filled up with NUL behind its end. */
export const paddedText = transformDecoder(exactText, (text) => text.replace(/\0+$/, ""));
