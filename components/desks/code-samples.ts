export interface CodeSample {
  value: string;
  label: string;
  code: string;
}

export interface Call {
  origin: string;
  path: string;
  tool: string | null;
  body: Readonly<Record<string, unknown>>;
}

/** A single quote ends a string of the shell's; this is one within it. */
const inShell = (text: string): string => text.replaceAll("'", `'\\''`);

/** One call, for what people paste it into. The first shows the 402; the others pay it. */
export function codeSamples({ origin, path, tool, body }: Call): CodeSample[] {
  const json = JSON.stringify(body);
  const pretty = JSON.stringify(body, null, 2);
  const samples: CodeSample[] = [
    {
      value: "curl",
      label: "curl",
      code: `# Shows the price and the offers; pays nothing.\ncurl -i ${origin}${path} \\\n  -H 'content-type: application/json' \\\n  -d '${inShell(json)}'`,
    },
    {
      value: "fetch",
      label: "fetch",
      code: `// npm install @x402/fetch @x402/evm viem
import { x402Client, wrapFetchWithPayment } from "@x402/fetch";
import { registerExactEvmScheme } from "@x402/evm/exact/client";
import { privateKeyToAccount } from "viem/accounts";

const client = new x402Client();
registerExactEvmScheme(client, { signer: privateKeyToAccount(process.env.PRIVATE_KEY) });
const pay = wrapFetchWithPayment(fetch, client);

const response = await pay("${origin}${path}", {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(${pretty}),
});
console.log(await response.json());`,
    },
  ];
  if (tool !== null)
    samples.push({
      value: "tool",
      label: "Tool call",
      code: `// To ${origin}/api/mcp, as any client of the Model Context Protocol sends it.\n${JSON.stringify(
        { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: tool, arguments: body } },
        null,
        2,
      )}`,
    });
  return samples;
}
