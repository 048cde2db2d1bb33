import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { runTool } from '../process/debian-tools.ts';
import { chromiumFlags, findChromium } from './browser.ts';

/** Not a dependency of the project: the tool and its packages have 176 MB. */
const lighthouse = { name: 'lighthouse', version: '13.5.0' };
const folder = fileURLToPath(new URL('../../../.cache/lighthouse', import.meta.url));

const longestRunMs = 120_000;
const runFile = promisify(execFile);

/** Scores from 0 to 1. */
export type LighthouseReport = {
  readonly categories: Readonly<Record<'accessibility' | 'performance', { readonly score: number }>>;
  readonly audits: Readonly<
    Record<
      string,
      { readonly id: string; readonly title: string; readonly score: number | null; readonly numericValue?: number }
    >
  >;
};

/** Installs Lighthouse unless an earlier run has. */
export async function installLighthouse(): Promise<void> {
  await mkdir(folder, { recursive: true });
  const { name, version } = lighthouse;
  if (existsSync(join(folder, `node_modules/${name}`))) return;
  runTool('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', `${name}@${version}`], { cwd: folder });
}

/**
 * Measures a page on a desktop once.
 * @param name of the report file
 * @param options.chromiumFlags additional flags, without spaces or in double quotes
 */
export async function runLighthouse(
  url: string,
  name: string,
  options: { readonly cookie?: string; readonly chromiumFlags?: readonly string[] } = {},
): Promise<LighthouseReport> {
  const file = join(folder, `${name}.json`);
  const program = join(folder, 'node_modules/lighthouse/cli/index.js');
  const headers = options.cookie === undefined ? [] : [`--extra-headers=${JSON.stringify({ Cookie: options.cookie })}`];
  const flags = ['--preset=desktop', '--only-categories=accessibility,performance', '--quiet', ...headers];
  const chrome = `--chrome-flags=${['--headless', ...chromiumFlags, ...(options.chromiumFlags ?? [])].join(' ')}`;
  // Asynchronous, because the server of the page may be in this process.
  const run = () =>
    runFile(process.execPath, [program, url, '--output=json', `--output-path=${file}`, chrome, ...flags], {
      cwd: folder,
      env: { ...process.env, CHROME_PATH: findChromium() },
      timeout: longestRunMs,
    });
  try {
    await run();
  } catch (error) {
    // The tool sometimes ends without a report. A second failure fails the test.
    console.log(`${name}: repeated, because Lighthouse failed: ${String(error).slice(0, 300)}`);
    await run();
  }
  return JSON.parse(await readFile(file, 'utf8')) as LighthouseReport;
}
