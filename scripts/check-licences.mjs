// Refuses packages whose license requires more of an operator than keeping its notice. Checks everything that `npm
// start` installs on any platform, according to package-lock.json.
import { readFileSync } from 'node:fs';
import { pathOf } from './bootstrap/repository.mjs';

const permissive = new Set(
  ['MIT', 'MIT-0', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0', 'Unlicense'].concat([
    'CC0-1.0',
    'Python-2.0',
    'Zlib',
    'PostgreSQL',
    'OFL-1.1',
  ]),
);

/** Packages that are allowed for specific reasons. */
const exceptions = [
  {
    names: /^@img\/sharp-(libvips-|wasm32$|win32-)/,
    reason: 'libvips, LGPL-3.0: an unmodified shared library that sharp loads and an operator may replace',
  },
  {
    names: /^png-js$/,
    reason: 'MIT: the package contains the text of the license, but its package.json does not name it',
  },
  {
    names: /^lightningcss(-|$)/,
    reason: 'MPL-2.0: an unmodified tool that generates the style sheets of the web interface and is not part of them',
  },
];

const { packages } = JSON.parse(readFileSync(pathOf('package-lock.json'), 'utf8'));
const production = Object.entries(packages).filter(([path, entry]) => path !== '' && entry.dev !== true);
const refused = production
  .map(([path, entry]) => ({ name: path.replace(/^.*node_modules\//, ''), licence: entry.license }))
  .filter(({ name, licence }) => !isPermissive(licence) && !exceptions.some((exception) => exception.names.test(name)));

for (const { name, licence } of refused) process.stdout.write(`${name}: ${licence ?? 'no license given'}\n`);
process.stdout.write(`${production.length} packages, ${refused.length} refused\n`);
process.exitCode = refused.length > 0 || production.length === 0 ? 1 : 0;

/** Parses the common forms of an SPDX expression: `A`, `(A OR B)`, `A AND B`. */
function isPermissive(licence) {
  if (typeof licence !== 'string') return false;
  const alternatives = licence.replaceAll(/[()]/g, '').split(' OR ');
  return alternatives.some((alternative) => alternative.split(' AND ').every((name) => permissive.has(name.trim())));
}
