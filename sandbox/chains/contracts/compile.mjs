// Compiles the contracts beside this file: `node sandbox/chains/contracts/compile.mjs` writes <Name>.json, which is
// committed so that only those who change a contract need the compiler.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import solc from "solc";

const CONTRACTS = [
  ...["LocalUsdc", "LocalMulticall3", "LocalLookAlike"],
  ...["LocalIdentityRegistry", "LocalReputationRegistry"],
];
const file = (name) => new URL(name, import.meta.url);

/** Returns { abi, bytecode } by contract: `bytecode` creates the contract, constructor arguments go behind it. */
export function compile() {
  const sources = Object.fromEntries(
    CONTRACTS.map((name) => [name, { content: readFileSync(file(`${name}.sol`), "utf8") }]),
  );
  const settings = {
    evmVersion: "cancun",
    optimizer: { enabled: true, runs: 200 },
    metadata: { appendCBOR: false }, // without a hash of this source text, the same code gives the same bytes
    outputSelection: { "*": { "*": ["abi", "evm.bytecode.object"] } },
  };
  const output = JSON.parse(solc.compile(JSON.stringify({ language: "Solidity", sources, settings })));
  if (output.errors?.length) throw new Error(output.errors.map((e) => e.formattedMessage).join("\n"));
  return Object.fromEntries(
    CONTRACTS.map((name) => {
      const { abi, evm } = output.contracts[name][name];
      return [name, { abi, bytecode: `0x${evm.bytecode.object}` }];
    }),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, artifact] of Object.entries(compile())) {
    writeFileSync(file(`${name}.json`), JSON.stringify(artifact) + "\n");
    console.log(`${name}.json: ${(artifact.bytecode.length - 2) / 2} bytes, solc ${solc.version()}`);
  }
}
