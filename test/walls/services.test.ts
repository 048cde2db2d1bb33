import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DOMParser } from '@xmldom/xmldom';
import { expect, test } from 'vitest';
import { settings } from '../../src/platform/config/settings.ts';
import { deployFile } from '../support/process/deploy-files.ts';

const unitPath = fileURLToPath(new URL('../../deploy/systemd/placard.service', import.meta.url));
const startScript = fileURLToPath(new URL('../../scripts/start.mjs', import.meta.url));

test('the systemd unit is valid, restarts the server immediately and signals only the supervisor', () => {
  const unit = deployFile('systemd/placard.service');
  expect(unit).toMatch(/^ExecStart=\/usr\/bin\/env node \/opt\/placard\/scripts\/start\.mjs$/m);
  for (const line of ['KillMode=mixed', 'Restart=always', 'RestartSec=1', 'OOMPolicy=continue', 'User=placard']) {
    expect(unit.split('\n')).toContain(line);
  }
  for (const [, name = ''] of unit.matchAll(/^Environment=(\w+)=/gm))
    expect(Object.keys(settings.shape)).toContain(name);
  const verified = spawnSync('systemd-analyze', ['verify', unitPath], { encoding: 'utf8' });
  // Other systems have no systemd. There, only the lines above can be checked.
  const isMissing = (verified.error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT';
  if (!isMissing) expect([verified.stderr, verified.status]).toEqual(['', 0]);
});

test('the launchd service is a valid property list that keeps the server running', () => {
  const service = readPropertyList(deployFile('launchd/org.placard.server.plist'));
  expect(service).toMatchObject({
    Label: 'org.placard.server',
    ProgramArguments: ['/usr/bin/env', 'node', '/usr/local/placard/scripts/start.mjs'],
    WorkingDirectory: '/usr/local/placard',
    RunAtLoad: true,
    KeepAlive: true,
  });
  expect(existsSync(startScript)).toBe(true);
  for (const name of Object.keys(service['EnvironmentVariables'] as object)) {
    if (name !== 'PATH') expect(Object.keys(settings.shape)).toContain(name);
  }
});

type Node = { readonly nodeType: number };
type Element = Node & {
  readonly tagName: string;
  readonly textContent: string | null;
  readonly childNodes: ArrayLike<Node>;
};
type PropertyList = { readonly [key: string]: unknown };

/** Reads a property list. Throws if it is malformed or contains an element that property lists do not have. */
function readPropertyList(text: string): PropertyList {
  const faults: string[] = [];
  const parser = new DOMParser({
    errorHandler: (level: string, message: string) => void faults.push(`${level}: ${message}`),
  });
  const root = parser.parseFromString(text, 'text/xml').documentElement as Element | null;
  expect(faults).toEqual([]);
  expect(root?.tagName).toBe('plist');
  return readValue(elementsIn(root)[0]) as PropertyList;
}

function readValue(element: Element | undefined): unknown {
  switch (element?.tagName) {
    case 'dict':
      return Object.fromEntries(pairsOf(elementsIn(element)));
    case 'array':
      return elementsIn(element).map(readValue);
    case 'string':
      return element.textContent;
    case 'integer':
      return Number(element.textContent);
    case 'true':
    case 'false':
      return element.tagName === 'true';
    default:
      throw new Error(`A property list has no ${element?.tagName ?? 'missing element'}`);
  }
}

function* pairsOf(elements: readonly Element[]): Generator<[string, unknown]> {
  for (let at = 0; at < elements.length; at += 2) {
    expect(elements[at]?.tagName).toBe('key');
    yield [elements[at]?.textContent ?? '', readValue(elements[at + 1])];
  }
}

function elementsIn(parent: Element | null): Element[] {
  return Array.from(parent?.childNodes ?? []).filter(({ nodeType }) => nodeType === 1) as Element[];
}
