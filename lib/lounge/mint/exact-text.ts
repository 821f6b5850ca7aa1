import { addDecoderSizePrefix, getBytesDecoder, getU32Decoder, transformDecoder } from "@solana/kit";

/**
 * A text behind its length in bytes (u32), with every byte of it: kit's own decoder leaves NUL and a byte order mark out, so
 * that what no wallet resolves would read like the address it was made from. Throws where it is no UTF-8.
 */
export const exactText = transformDecoder(addDecoderSizePrefix(getBytesDecoder(), getU32Decoder()), (bytes) =>
  new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes),
);

/** The same where it is filled up with NUL behind its end. */
export const paddedText = transformDecoder(exactText, (text) => text.replace(/\0+$/, ""));
