/**
 * Has x402's official library read, from payments as a facilitator receives them, what its catalog would list, and prints
 * that as one line of JSON. Standard input: `[{"paymentPayload":…, "paymentRequirements":…}, …]`.
 */
import { text } from "node:stream/consumers";
import {
  extractDiscoveryInfo,
  validateDiscoveryExtension,
  validateDiscoveryExtensionSpec,
} from "@x402/extensions/bazaar";

function read({ paymentPayload, paymentRequirements }) {
  const extension = paymentPayload.extensions?.bazaar;
  return {
    objections:
      extension === undefined
        ? ["no bazaar"]
        : [validateDiscoveryExtension(extension), validateDiscoveryExtensionSpec(extension)].flatMap(
            ({ valid, errors = [] }) => (valid ? [] : ["invalid", ...errors]),
          ),
    listed: extractDiscoveryInfo(paymentPayload, paymentRequirements),
  };
}

console.log(JSON.stringify(JSON.parse(await text(process.stdin)).map(read)));
