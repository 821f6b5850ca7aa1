/**
 * Runs before every build: prints every problem of the settings, and ends with 1 if one makes selling impossible or unsafe. With
 * a node set it looks whether SOLANA_PAY_TO can receive; a node that doesn't answer fails no build.
 */
import "./env-files";
import { readSettings } from "../lib/env";
import { solanaAccountFindings } from "./doctor/accounts";
import { buildFindings, hasFailure, print } from "./doctor/start";

const settings = buildFindings();
const account = await solanaAccountFindings(readSettings(process.env).settings);
const findings = [...settings, ...account.filter(({ level }) => level !== "fine")];
print(findings);
if (hasFailure(findings)) process.exitCode = 1;
