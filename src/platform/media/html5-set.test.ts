import { createContext, runInContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { bannerFiles, writeZip, type ZipFile } from '../../../test/support/media-files/write-zip.ts';
import { maxArchiveBytes, maxArchiveEntries, maxArchiveFiles } from '../../core/vocabulary/limits/archive-limits.ts';
import { ArchiveProblem, type ArchiveProblemCode } from './archive-problem.ts';
import { type Html5Options, html5SetOf } from './html5-set.ts';

const options: Html5Options = { width: 300, height: 250, maxBytes: null, isClicked: true };
const page = '<!doctype html><title>Ad</title><a href="javascript:open(clickTag)">Ad</a>';

function namesOf(files: readonly ZipFile[], asked: Partial<Html5Options> = {}) {
  return html5SetOf(writeZip(files), { ...options, ...asked });
}

async function codeOf(upload: Promise<unknown>): Promise<ArchiveProblemCode | null> {
  const error = await upload.then(() => null).catch((thrown: unknown) => thrown);
  if (error === null) return null;
  if (!(error instanceof ArchiveProblem)) throw new Error('Not an ArchiveProblem', { cause: error });
  expect(error.message).toMatch(/^(?:is|has|contains|must|declares|does not|requires) /);
  return error.code;
}

describe('a zip file as exported by tools', () => {
  test('is stored as files under one hash, the page last', async () => {
    const set = await namesOf(bannerFiles());
    expect(set).toMatchObject({ width: 300, height: 250, page: 'index.html' });
    expect(set.files.map(({ name }) => name)).toEqual([
      'js/banner.js',
      'banner.css',
      'images/big=20dot.png',
      'index.html',
    ]);
    expect(set.under).toMatch(/^[0-9a-f]{64}$/);
    expect((await namesOf(bannerFiles())).under).toBe(set.under);
    expect((await namesOf(bannerFiles().slice(0, 3))).under).not.toBe(set.under);
  });

  test('omits operating system files, and accepts folders as entries', async () => {
    const set = await namesOf([
      { path: 'Banner/', content: '', mode: 0o040755 },
      { path: '__MACOSX/Banner/._index.html', content: 'x\0y' },
      { path: 'Banner/.DS_Store', content: 'x\0y' },
      { path: 'Banner/Thumbs.db', content: 'x\0y' },
      { path: 'Banner/index.html', content: page },
    ]);
    expect(set.files.map(({ name }) => name)).toEqual(['Banner/index.html']);
  });

  test.each([
    ['the one in the outermost folder', ['a/index.html', 'index.html'], 'index.html'],
    ['the only one', ['banner.html'], 'banner.html'],
    ['index.html among others', ['a.html', 'index.html'], 'index.html'],
    ['in any case', ['INDEX.HTM', 'a.html'], 'INDEX.HTM'],
  ])('the page is %s', async (_what, paths, name) => {
    expect((await namesOf(paths.map((path) => ({ path, content: page })))).page).toBe(name);
  });

  test.each([
    ['<!doctype html><meta name="ad.size" content="width=728,height=90">', 728],
    ["<meta content='width=728, height=90' name='ad.size'>", 728],
    ['<!DOCTYPE html><META NAME=ad.size CONTENT="width=728,height=90">', 728],
  ])('uses the declared size if the format has none: %s', async (head, width) => {
    const set = await namesOf([{ path: 'a.html', content: `${head}clickTag` }], { width: null, height: null });
    expect([set.width, set.height]).toEqual([width, 90]);
  });
});

describe('clickTag', () => {
  /** Runs each as a separate script, like a page. Returns the value of the last one. */
  function run(query: string, ...scripts: readonly string[]): unknown {
    const window = createContext({
      location: { search: query },
      URLSearchParams,
      document: { addEventListener: () => undefined },
    });
    runInContext('window = globalThis', window);
    return scripts.map((script) => runInContext(script, window)).at(-1);
  }

  async function scriptOf(content: string): Promise<string> {
    const set = await namesOf([{ path: 'index.html', content: `${content}<i>clickTag</i>` }]);
    const text = set.files.at(-1)?.content.toString() ?? '';
    expect(text.replace(/<script>\(function\(w\).*?<\/script>/s, '')).toBe(
      `${content.replace('\uFEFF', '')}<i>clickTag</i>`,
    );
    expect(text.indexOf('<script>')).toBe(
      /<!doctype html>/i.exec(text)?.[0] ? text.search(/<!doctype html>/i) + 15 : 0,
    );
    return /<script>(.*?)<\/script>/s.exec(text)?.[1] ?? '';
  }

  const target = 'http://ads.example/raylene/x/UR';
  const query = `?clickTag=${encodeURIComponent(target)}`;

  test.each(['<!doctype html>', '', '\uFEFF<!DOCTYPE HTML>', '<!-- saved --> <!doctype html>', '<!-- not ended'])(
    'is defined before any script of the page, after %j',
    async (head) => {
      expect(run(query, await scriptOf(head), 'clickTag')).toBe(target);
    },
  );

  test('is the URL of the parameter, regardless of assignments by the creative', async () => {
    const script = await scriptOf('<!doctype html>');
    const own = "var clickTag = 'https://own.example/'; clickTag";
    expect(run(query, script, own, 'clickTag + clickTAG')).toBe(target + target);
    expect(run(query, script, "'use strict'; clickTag = 'x'; window.clickTag")).toBe(target);
    expect(run('', script, own)).toBe('https://own.example/');
    expect(run('?clickTag=javascript:alert(1)', script, 'typeof clickTag')).toBe('undefined');
  });
});

/** Compresses to a thousandth when repeated. */
const blanks = Buffer.alloc(16 * 1024 * 1024, 0x20);
const index: ZipFile = { path: 'index.html', content: page };
const symbolicLink = 0o120777;

const hostile: readonly (readonly [string, Buffer, ArchiveProblemCode])[] = [
  ['not a zip', Buffer.from('GIF89a'), 'broken_zip'],
  ['nothing', Buffer.alloc(0), 'broken_zip'],
  ['cut off', writeZip(bannerFiles()).subarray(0, 700), 'broken_zip'],
  ['an image before the zip', Buffer.concat([Buffer.from('GIF89a'), writeZip([index])]), 'broken_zip'],
  ['a page before the zip', Buffer.concat([Buffer.from('<script>1</script>'), writeZip([index])]), 'broken_zip'],
  ['no files', Buffer.concat([Buffer.from('PK\x03\x04'), writeZip([])]), 'no_page'],
  ['a path that leaves the folder', writeZip([index, { path: '../../evil.js', content: '1' }]), 'unsafe_name'],
  [
    'a path that leaves the folder in the middle',
    writeZip([index, { path: 'a/../../evil.js', content: '1' }]),
    'unsafe_name',
  ],
  ['an absolute path', writeZip([index, { path: '/etc/evil.js', content: '1' }]), 'unsafe_name'],
  ['a Windows path', writeZip([index, { path: 'C:\\evil.js', content: '1' }]), 'unsafe_name'],
  ['a backslash that leaves the folder', writeZip([index, { path: '..\\evil.js', content: '1' }]), 'unsafe_name'],
  ['a NUL in a name', writeZip([index, { path: 'a.js\0.png', content: '1' }]), 'unsafe_name'],
  ['a name that is too long', writeZip([index, { path: `${'a'.repeat(300)}.js`, content: '1' }]), 'unsafe_name'],
  ['folders nested too deeply', writeZip([index, { path: `${'a/'.repeat(50)}b.js`, content: '1' }]), 'unsafe_name'],
  ['a symbolic link', writeZip([index, { path: 'a.js', content: '/etc/passwd', mode: symbolicLink }]), 'link_in_zip'],
  ['a device', writeZip([index, { path: 'a.js', content: '', mode: 0o020666 }]), 'link_in_zip'],
  ['names that differ by case', writeZip([index, { path: 'INDEX.html', content: page }]), 'duplicate_name'],
  ['a duplicate name', writeZip([index, index]), 'duplicate_name'],
  ['a nested zip', writeZip([index, { path: 'inner.zip', content: writeZip([index]) }]), 'type_not_allowed'],
  ['a zip named like an image', writeZip([index, { path: 'a.png', content: writeZip([index]) }]), 'wrong_content'],
  ['a page named like an image', writeZip([index, { path: 'a.gif', content: page }]), 'wrong_content'],
  ['a program named like a script', writeZip([index, { path: 'a.js', content: 'MZ\0\0' }]), 'wrong_content'],
  ['a program', writeZip([index, { path: 'setup.exe', content: 'MZ' }]), 'type_not_allowed'],
  ['a server script', writeZip([index, { path: 'a.php', content: '<?php' }]), 'type_not_allowed'],
  ['a service worker through wasm', writeZip([index, { path: 'a.wasm', content: '\0asm' }]), 'type_not_allowed'],
  ['encrypted', writeZip([{ ...index, flags: 0x801 }]), 'encrypted_zip'],
  ['an unknown method', writeZip([{ ...index, method: 14 }]), 'broken_zip'],
  ['a zip bomb with correct sizes', writeZip([index, { path: 'a.txt', content: blanks }]), 'too_large'],
  [
    'a zip bomb with wrong sizes',
    writeZip([index, { path: 'a.txt', content: blanks, declaredBytes: 10 }]),
    'broken_zip',
  ],
  ['a file smaller than stated', writeZip([{ ...index, declaredBytes: 1_000 }]), 'broken_zip'],
  [
    'a zip bomb of overlapping files',
    writeZip([
      index,
      { path: 'a.txt', content: blanks.subarray(0, 1_000_000) },
      ...Array.from({ length: 99 }, (_, at) => ({
        path: `a${at}.txt`,
        content: blanks.subarray(0, 1_000_000),
        sharesData: true,
      })),
    ]),
    'too_large',
  ],
  [
    'many files',
    writeZip([index, ...Array.from({ length: maxArchiveFiles }, (_, at) => ({ path: `${at}.js`, content: '1' }))]),
    'too_many_files',
  ],
  [
    'many folders',
    writeZip(Array.from({ length: maxArchiveEntries + 1 }, (_, at) => ({ path: `${at}/`, content: '' }))),
    'too_many_files',
  ],
  ['no page', writeZip([{ path: 'a.js', content: 'clickTag' }]), 'no_page'],
  ['two pages', writeZip(['a.html', 'b.html'].map((path) => ({ path, content: page }))), 'no_page'],
  ['a page in UTF-16', writeZip([{ path: 'index.html', content: Buffer.from('\xff\xfe<', 'latin1') }]), 'not_utf8'],
  ['no use of clickTag', writeZip([{ path: 'index.html', content: '<p>' }]), 'missing_click_tag'],
  ['another size', writeZip(bannerFiles({ width: 728, height: 90 })), 'wrong_dimensions'],
];

describe('a hostile or broken zip is rejected with a code', () => {
  test.each(hostile)('%s', async (_what, upload, code) => {
    expect(await codeOf(html5SetOf(upload, options))).toBe(code);
  });

  test('rejects a size above the limit of its format, and an unknown size', async () => {
    expect(await codeOf(namesOf(bannerFiles(), { maxBytes: 300 }))).toBe('too_large');
    expect(await codeOf(namesOf([index], { width: null, height: null }))).toBe('missing_size');
    expect(await codeOf(namesOf([{ path: 'index.html', content: '<p>' }], { isClicked: false }))).toBeNull();
    expect(maxArchiveBytes).toBeLessThan(100 * 1024 * 1024);
  });

  test('an endless comment at the start costs no time', async () => {
    const started = performance.now();
    await namesOf([{ path: 'index.html', content: `${'<!-- '.repeat(500_000)}clickTag`, stored: true }]);
    await namesOf([{ path: 'index.html', content: `${'<meta '.repeat(500_000)}clickTag`, stored: true }]);
    expect(performance.now() - started).toBeLessThan(3_000);
  });
});
