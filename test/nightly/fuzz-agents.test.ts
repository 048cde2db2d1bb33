import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { openAgentShop } from '../support/agents/agent-shop.ts';
import { startPlacard } from '../support/process/running-placard.ts';

/** The unmodified command of the protocol package. */
const command = fileURLToPath(new URL('../../node_modules/@adcp/sdk/bin/adcp.js', import.meta.url));
const runMs = 300_000;

/** The fuzzer calls this tool although the agent does not have it, and expects another error than that of MCP. */
const missingTool = 'tasks_list';

type Report = {
  readonly totalRuns: number;
  readonly totalFailures: number;
  readonly failures: readonly { readonly tool: string; readonly verdict?: string }[];
};

test('the fuzzer of the protocol finds no failure in the tools of the seller agent', { timeout: runMs }, async () => {
  const placard = await startPlacard({ PLACARD_PRIVATE_TARGETS: '127.0.0.0/8', PLACARD_CALLS_PER_MINUTE: '100000' });
  onTestFinished(() => placard.close());
  const shop = await openAgentShop(placard, { test: true, purchaseApproval: 'automatic' });
  const options = ['--protocol', 'mcp', '--format', 'json', '--seed', '42', '--auth-token', await shop.token()];
  const { stdout } = await promisify(execFile)(process.execPath, [command, 'fuzz', shop.url, ...options], {
    maxBuffer: 2 ** 28,
    timeout: runMs,
  }).catch((error: { stdout: string }) => error);
  const report = JSON.parse(stdout) as Report;
  process.stdout.write(`${JSON.stringify({ ...report, failures: report.failures.length }).slice(0, 3_000)}\n`);
  expect(report.failures.filter(({ tool }) => tool !== missingTool)).toEqual([]);
  expect(report.totalFailures).toBe(1);
  expect(report.totalRuns).toBeGreaterThan(300);
});
