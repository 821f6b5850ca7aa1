/** How an answer is bought in each language; the first is the form that this repository's own tests buy with. */
export const languages = (origin: string, path: string): { value: string; label: string; code: string }[] => [
  {
    value: "typescript",
    label: "TypeScript",
    code: `// npm install @x402/fetch @x402/evm viem
import { decodePaymentResponseHeader, wrapFetchWithPayment, x402Client } from "@x402/fetch";
import { ExactEvmScheme } from "@x402/evm/exact/client";
import { privateKeyToAccount } from "viem/accounts";

const signer = privateKeyToAccount(process.env.PRIVATE_KEY);
const client = new x402Client().register("eip155:*", new ExactEvmScheme(signer));
const pay = wrapFetchWithPayment(fetch, client);

const response = await pay("${origin}${path}", { method: "POST" });
console.log(await response.json());
console.log(decodePaymentResponseHeader(response.headers.get("payment-response")).transaction);`,
  },
  {
    value: "python",
    label: "Python",
    code: `# pip install "x402[httpx,evm]"
import asyncio, os
from eth_account import Account
from x402 import x402Client
from x402.http.clients.httpx import x402HttpxClient
from x402.mechanisms.evm import EthAccountSigner
from x402.mechanisms.evm.exact import ExactEvmScheme

async def main():
    signer = EthAccountSigner(Account.from_key(os.environ["PRIVATE_KEY"]))
    client = x402Client()
    client.register("eip155:*", ExactEvmScheme(signer=signer))
    async with x402HttpxClient(client) as http:
        response = await http.post("${origin}${path}", json={})
        print(response.json())

asyncio.run(main())`,
  },
  {
    value: "go",
    label: "Go",
    code: `// go get github.com/coinbase/x402/go
package main

import (
	"io"
	"net/http"
	"os"
	"strings"

	x402 "github.com/coinbase/x402/go"
	x402http "github.com/coinbase/x402/go/http"
	evm "github.com/coinbase/x402/go/mechanisms/evm/exact/client"
	evmsigners "github.com/coinbase/x402/go/signers/evm"
)

func main() {
	signer, err := evmsigners.NewClientSignerFromPrivateKey(os.Getenv("PRIVATE_KEY"))
	if err != nil {
		panic(err)
	}
	client := x402.Newx402Client().Register("eip155:*", evm.NewExactEvmScheme(signer))
	pay := x402http.WrapHTTPClientWithPayment(http.DefaultClient, x402http.Newx402HTTPClient(client))

	response, err := pay.Post("${origin}${path}", "application/json", strings.NewReader("{}"))
	if err != nil {
		panic(err)
	}
	defer response.Body.Close()
	io.Copy(os.Stdout, response.Body)
}`,
  },
  {
    value: "rust",
    label: "Rust",
    code: `// cargo add x402-reqwest x402-chain-eip155 alloy-signer-local reqwest tokio
use std::sync::Arc;
use alloy_signer_local::PrivateKeySigner;
use x402_chain_eip155::V2Eip155ExactClient;
use x402_reqwest::{ReqwestWithPayments, ReqwestWithPaymentsBuild, X402Client};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let signer: PrivateKeySigner = std::env::var("PRIVATE_KEY")?.parse()?;
    let client = X402Client::new().register(V2Eip155ExactClient::new(Arc::new(signer)));
    let http = reqwest::Client::new().with_payments(client).build();

    let response = http.post("${origin}${path}").send().await?;
    println!("{}", response.text().await?);
    Ok(())
}`,
  },
  {
    value: "shell",
    label: "Shell",
    code: `# What it costs, which is free to ask. The header is the offer that a wallet signs.
curl -s -D - -o /dev/null -X POST ${origin}${path} \\
  | tr -d '\\r' | sed -n 's/^payment-required: //Ip' | base64 -d

# Send the same request again with what the wallet made of it.
curl -X POST ${origin}${path} -H "PAYMENT-SIGNATURE: $PAYMENT"`,
  },
];
