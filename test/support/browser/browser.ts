import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';

const debianPrograms = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'].map(
  (name) => `/usr/bin/${name}`,
);

/**
 * Headless Chromium of this machine with an empty profile; `hosts` leads host names to an address, as DNS would, and `flags`
 * are further ones of its command line.
 */
export async function launchChromium(
  hosts: readonly { readonly name: string; readonly to: string }[] = [],
  flags: readonly string[] = [],
): Promise<Browser> {
  const executablePath = process.env['PLACARD_CHROMIUM'] ?? debianPrograms.find((path) => existsSync(path));
  if (executablePath === undefined) {
    throw new Error('No Chromium here. On Debian: apt-get install chromium. Elsewhere PLACARD_CHROMIUM names it.');
  }
  const rules = hosts.map(({ name, to }) => `MAP ${name} ${to}`);
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...flags,
      ...(rules.length === 0 ? [] : [`--host-resolver-rules=${rules.join(', ')}`, '--ignore-certificate-errors']),
    ],
  });
}

/** Faults that a page reports in its console or throws, added to those of others; read after the page did its work. */
export function collectFaults(page: Page, faults: string[] = []): readonly string[] {
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  return faults;
}

/** Path of a picture or file that a test leaves for people to look at. */
export async function artefactPath(name: string): Promise<string> {
  const folder = fileURLToPath(new URL('../../../artefacts/', import.meta.url));
  await mkdir(folder, { recursive: true });
  return join(folder, name);
}
