import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type CommonChange, commonChanges, languages } from './changes.ts';

/*
 * Applies the changes of CONTRIBUTING.md to a copy of the repository: checks the number of edited files, and what
 * reports a missing edit.
 */

const root = join(import.meta.dirname, '../../..');
const limitMs = 400_000;
const copies: string[] = [];

afterEach(() => {
  for (const copy of copies.splice(0)) rmSync(copy, { recursive: true, force: true });
});

test.each(commonChanges)(
  '$name edits at most $most files, and everything compiles',
  (change) => {
    const copy = makeCopy();
    apply(copy, change, []);
    const byHand = new Set([
      ...change.insertions.map(({ file }) => file),
      ...Object.keys(change.messages).map(catalogFile),
      ...change.newFiles,
    ]);
    const folders = new Set([...byHand].map((file) => dirname(file)));
    console.log(`${change.name}: ${byHand.size} files in ${folders.size} folders, ${change.tests.length} test edits`);
    expect(byHand.size).toBeLessThanOrEqual(change.most);
    generate(copy);
    expect(report(copy)).toBe('');
  },
  limitMs,
);

test.each([
  ['a price model', 'messages', /priceModel\.cpms|cpms/],
  ['a resource type', 'messages', /sales-regions/],
  [
    'a targeting fact',
    'src/delivery/request/read-context.ts',
    /read-context\.ts.*weather|read-context\.ts[^\n]*\n[^\n]*weather/,
  ],
  ['a resource type', 'src/contract/resource-types/all-resource-types.ts', /sales-region/],
  ['a resource type', 'src/platform/db/row-rules/sales-region.ts', /sales-region|salesRegion/],
  ['a resource type', 'test/support/fixtures/make-objects.ts', /make-objects\.ts[\s\S]*sales-regions/],
  ['a resource type', 'src/web/sales-region/sales-region-list-page.tsx', /sales-region-list-page\.tsx must export/],
])(
  'reports %s without %s',
  (name, forgotten, reported) => {
    const change = commonChanges.find((one) => one.name === name) as CommonChange;
    const copy = makeCopy();
    apply(copy, change, [forgotten]);
    expect(generate(copy) + report(copy)).toMatch(reported);
  },
  limitMs,
);

test(
  'reports every file that must support a price model with a new unit',
  () => {
    const copy = makeCopy();
    const file = join(copy, 'src/core/pricing/price-model.ts');
    const text = readFileSync(file, 'utf8');
    const edited = text.replace(
      '  /** The rate pays for the whole booking,',
      "  | { readonly per: 'play' }\n  /** The rate pays for the whole booking,",
    );
    expect(edited).not.toBe(text);
    writeFileSync(file, edited);
    const files = [...report(copy).matchAll(/^([\w./-]+)\(\d+,\d+\): error/gm)].map(([, path]) => path);
    expect([...new Set(files)].sort()).toEqual([
      'src/core/pricing/price-model.ts',
      'src/management/insight/report/spend-sql.ts',
    ]);
  },
  limitMs,
);

/** Returns a copy of the tracked files with the packages of this folder. */
function makeCopy(): string {
  const copy = mkdtempSync(join(tmpdir(), 'placard-change-'));
  copies.push(copy);
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of files.trim().split('\n')) {
    if (!existsSync(join(root, file)) || /^(?:docs|examples|deploy)\//.test(file)) continue;
    mkdirSync(join(copy, dirname(file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** Returns the catalog file of a message key. */
function catalogFile(key: string): string {
  return `src/messages/catalog/${key.split('.')[0]}.json`;
}

function addMessages(copy: string, messages: CommonChange['messages']): void {
  for (const [key, texts] of Object.entries(messages)) {
    const file = join(copy, catalogFile(key));
    const area = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, unknown>>;
    const [, group = '', name = ''] = key.split('.');
    expect(area[group], `${key} extends a group of messages`).toBeDefined();
    Object.assign(area[group] ?? {}, {
      [name]: Object.fromEntries(languages.map((language, n) => [language, texts[n]])),
    });
    writeFileSync(file, JSON.stringify(area));
  }
}

function apply(copy: string, change: CommonChange, forgotten: readonly string[]): void {
  for (const { file, before, text } of [...change.insertions, ...change.tests]) {
    if (forgotten.includes(file)) continue;
    const old = readFileSync(join(copy, file), 'utf8');
    expect(old.split(before).length, `${file} contains "${before}" once`).toBe(2);
    writeFileSync(
      join(copy, file),
      old.replace(before, () => text + before),
    );
  }
  if (!forgotten.includes('messages')) addMessages(copy, change.messages);
  for (const file of change.newFiles) {
    if (forgotten.includes(file)) continue;
    mkdirSync(join(copy, dirname(file)), { recursive: true });
    cpSync(join(import.meta.dirname, 'files', `${file}.txt`), join(copy, file));
  }
}

/** Writes the generated files. Returns the error messages. */
function generate(copy: string): string {
  return ['scripts/generate-messages.mjs', 'scripts/generate-registries.mjs', 'scripts/generate-client.mjs']
    .map((script) => run(copy, [script]))
    .join('');
}

/** Returns the errors of the compiler, or an empty string. */
function report(copy: string): string {
  return run(copy, ['node_modules/typescript/bin/tsc', '-b', '--pretty', 'false']);
}

function run(copy: string, parameters: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...parameters], { cwd: copy, encoding: 'utf8' });
  return status === 0 ? '' : `${stdout}${stderr}`;
}
