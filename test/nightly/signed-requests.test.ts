import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { getComplianceCacheDir, listAllComplianceStoryboards, runStoryboard } from '@adcp/sdk/testing';
import { expect, onTestFinished, test } from 'vitest';
import { type AgentShop, openAgentShop } from '../support/agents/agent-shop.ts';
import { startKeyServer } from '../support/agents/agent-signer.ts';
import { startPlacard } from '../support/process/running-placard.ts';

/** The unmodified command of the protocol package. */
const command = fileURLToPath(new URL('../../node_modules/@adcp/sdk/bin/adcp.js', import.meta.url));
const runMs = 300_000;

/** Vectors that require signers to cover the body, or not to. A test account accepts both. */
const otherPolicies = ['007-missing-content-digest', '018-digest-covered-when-forbidden'];
/** Vectors about addresses, which are the same for every call over MCP, and about a host that no client can send. */
const otherAddresses = [
  '005-default-port-stripped',
  '006-dot-segment-path',
  '007-query-byte-preserved',
  '008-percent-encoded-path',
  '026-non-ascii-host',
];

/**
 * A vector that the runner checks with its own verifier, because it needs another key set. The runner expects the status of a
 * response, although it sends no call. The grader reports it as passed.
 */
const ofRunnerItself = 'negative-025-jwk-alg-crv-mismatch';

/** Opens a shop whose agent has the keys of the test kit `signed-requests-runner`, of which one is revoked. */
async function openSignedShop(): Promise<AgentShop & { readonly signedUrl: string }> {
  const { keys } = JSON.parse(
    readFileSync(`${getComplianceCacheDir()}/test-vectors/request-signing/keys.json`, 'utf8'),
  ) as { keys: ({ kid: string } & Record<string, unknown>)[] };
  const published = keys.map(({ _private_d_for_test_only: _, ...key }) => key);
  const server = await startKeyServer(published);
  onTestFinished(() => server.close());
  // Two processes share the nonces.
  const placard = await startPlacard({ PLACARD_PRIVATE_TARGETS: '127.0.0.0/8' });
  onTestFinished(() => placard.close());
  const signing = { jwksUrl: server.url, revokedKeyIds: ['test-revoked-2026'] };
  const shop = await openAgentShop(placard, { test: true, ...signing });
  return { ...shop, signedUrl: `${shop.url}?client_id=${shop.clientId}` };
}

type Grade = {
  readonly passed_count: number;
  readonly failed_count: number;
  readonly positive: readonly Vector[];
  readonly negative: readonly Vector[];
};
type Vector = { readonly vector_id: string; readonly skipped?: boolean; readonly passed: boolean };

test('the grader of request signing passes every vector that a call over MCP can express', {
  timeout: runMs,
}, async () => {
  const { signedUrl } = await openSignedShop();
  const options = ['--transport', 'mcp', '--skip', otherPolicies.join(','), '--allow-http', '--json'];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [command, 'grade', 'request-signing', signedUrl, ...options],
    { maxBuffer: 2 ** 26, timeout: runMs },
  ).catch((error: { stdout: string }) => error);
  const report = JSON.parse(stdout) as Grade;
  const vectors = [...report.positive, ...report.negative];
  process.stdout.write(`vectors passed ${report.passed_count}, failed ${report.failed_count}\n`);
  expect(vectors.filter(({ passed }) => !passed)).toEqual([]);
  const skipped = vectors.filter((vector) => vector.skipped === true).map(({ vector_id: id }) => id);
  expect(skipped.toSorted()).toEqual([...otherPolicies, ...otherAddresses].toSorted());
  expect(report.passed_count).toBe(32);
});

test('the storyboard of signed requests passes over MCP', { timeout: runMs }, async () => {
  const { signedUrl, token } = await openSignedShop();
  const storyboard = listAllComplianceStoryboards().find(({ id }) => id === 'signed_requests');
  if (storyboard === undefined) throw new Error('the package has no storyboard of signed requests');
  const result = await runStoryboard(signedUrl, storyboard, {
    protocol: 'mcp',
    allow_http: true,
    auth: { type: 'bearer', token: await token() },
    // The command does not pass this option on, and sends calls to addresses of single operations instead.
    request_signing: { transport: 'mcp', skipVectors: otherPolicies },
  });
  const steps = result.phases.flatMap((phase) => phase.steps);
  process.stdout.write(`steps passed ${result.passed_count}, failed ${result.failed_count}\n`);
  const failed = steps.filter(({ passed }) => !passed).map(({ step_id: id }) => id);
  expect(failed).toEqual([ofRunnerItself]);
  expect(result.passed_count).toBe(32);
});
