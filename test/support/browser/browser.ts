import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';

const debianPrograms = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'].map(
  (name) => `/usr/bin/${name}`,
);

/** Flags of every Chromium in a test: headless, and without calls to its vendor. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
] as const;

/** Returns the path of Chromium on this machine. */
export function findChromium(): string {
  const path = process.env['PLACARD_CHROMIUM'] ?? debianPrograms.find((program) => existsSync(program));
  if (path !== undefined) return path;
  throw new Error(
    'Chromium was not found. On Debian: apt-get install chromium. On other systems, set PLACARD_CHROMIUM to its path.',
  );
}

/**
 * Starts headless Chromium with an empty profile. `hosts` maps host names to addresses like DNS, and `flags` are
 * additional command-line flags.
 */
export async function launchChromium(
  hosts: readonly { readonly name: string; readonly to: string }[] = [],
  flags: readonly string[] = [],
): Promise<Browser> {
  const rules = hosts.map(({ name, to }) => `MAP ${name} ${to}`);
  return chromium.launch({
    executablePath: findChromium(),
    args: [
      ...chromiumFlags,
      ...flags,
      ...(rules.length === 0 ? [] : [`--host-resolver-rules=${rules.join(', ')}`, '--ignore-certificate-errors']),
    ],
  });
}

/**
 * Collects console errors and exceptions of a page, in addition to those of other pages. Read them after the page has
 * finished.
 */
export function collectFaults(page: Page, faults: string[] = []): readonly string[] {
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  return faults;
}

/** Returns the path of a picture or file that a test stores for people. */
export async function artefactPath(name: string): Promise<string> {
  const folder = fileURLToPath(new URL('../../../artefacts/', import.meta.url));
  await mkdir(dirname(join(folder, name)), { recursive: true });
  return join(folder, name);
}
