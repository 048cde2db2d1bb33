/*
 * `placard doctor`: checks the environment and recommends corrections.
 *
 * Each `check-*.ts` returns findings (`finding.ts`): data folder, database, ports, clock, file store, Redis. A check
 * changes nothing. `doctor.ts` runs them all and prints the results.
 */

import { type Config, readConfig, SettingError } from '../../../platform/config/config.ts';
import type { CommandContext } from '../command-context.ts';
import { checkClock } from './check-clock.ts';
import { checkDataFolder } from './check-data-folder.ts';
import { checkDatabase } from './check-database.ts';
import { checkPorts } from './check-ports.ts';
import { checkRedis } from './check-redis.ts';
import { checkStore } from './check-store.ts';
import type { Finding } from './finding.ts';

const oldestNode = [22, 18] as const;

/** Checks all requirements of the server and prints a line for each. Returns 1 if a check fails. */
export async function runDoctor(context: CommandContext): Promise<number> {
  let failed = false;
  for await (const finding of examine(context)) {
    failed ||= finding.state === 'fail';
    context.print(`${finding.state.padEnd(5)}${finding.what.padEnd(14)}${finding.found}`);
    if (finding.advice !== undefined) context.print(`${' '.repeat(19)}-> ${finding.advice}`);
  }
  context.print(failed ? 'Some checks failed, see above.' : 'Placard can run here.');
  return failed ? 1 : 0;
}

async function* examine(context: CommandContext): AsyncGenerator<Finding> {
  yield checkNode(process.versions.node);
  const { config, finding } = checkSettings(context);
  yield finding;
  if (config === null) return;
  yield* checkDataFolder(config.dataFolder);
  yield* checkPorts(config);
  const database = await checkDatabase(config);
  yield* database.findings;
  yield* checkClock(database.clockMs);
  if (config.redisUrl !== null) yield* checkRedis(config.redisUrl);
  yield* checkStore(config);
}

export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const fits = major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]);
  if (fits) return { what: 'Node', state: 'ok', found: version };
  const advice = `install Node ${oldestNode.join('.')} or newer, or start with "npm start"`;
  return { what: 'Node', state: 'fail', found: version, advice };
}

function checkSettings(context: CommandContext): { readonly config: Config | null; readonly finding: Finding } {
  try {
    const config = readConfig(context.environment, 'all');
    return { config, finding: { what: 'settings', state: 'ok', found: 'all understood' } };
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    const found = error.message.replaceAll('\n', '; ');
    const finding: Finding = { what: 'settings', state: 'fail', found, advice: 'correct the named variable' };
    return { config: null, finding };
  }
}
