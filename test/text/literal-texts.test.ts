import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { literalTexts } from '../support/text/literal-texts.ts';

const root = join(import.meta.dirname, '../..');

/** Fonts, the build plugin, and code that integrators copy. */
const withoutTexts = [
  'src/web/theme.ts',
  'src/web/messages-plugin.ts',
  'src/web/conversion/conversion-code.ts',
  'src/web/inventory/drawers/snippets.ts',
];

test('no component or helper of the interface contains a literal text', () => {
  const files = globSync('src/web/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !file.includes('.test.') && !withoutTexts.includes(file),
  );
  expect(files.length).toBeGreaterThan(250);
  const found = files.flatMap((file) =>
    literalTexts(file, readFileSync(join(root, file), 'utf8')).map(({ line, text }) => `${file}:${line} ${text}`),
  );
  expect(found).toEqual([]);
});

test.each([
  ['JSX text', '<Button>Save</Button>'],
  ['a sentence in an expression', "<Text>{isNew ? 'Create a campaign' : null}</Text>"],
  ['an attribute', '<TextInput label="Name" />'],
  ['a conditional attribute', "<TextInput label={isNew ? 'Name' : t('common.label.name')} />"],
  ['an object property', "const column = { title: 'Status' };"],
  ['a template', 'const text = `Import of $' + '{count} campaigns`;'],
])('finds %s', (_, source) => {
  expect(literalTexts('component.tsx', source)).toHaveLength(1);
});

test.each([
  ['message keys', "<Button>{t('common.action.save')}</Button>"],
  ['styles and addresses', '<Box style={{ border: "1px solid var(--line)" }} to="/campaigns/new" />'],
  ['names of keyboard keys', '<Kbd>Enter</Kbd>'],
  ['errors for developers', "throw new Error('The document has no root element');"],
])('ignores %s', (_, source) => {
  expect(literalTexts('component.tsx', source)).toEqual([]);
});
