import sharp from 'sharp';
import {
  hasEndlessTable,
  keepsDataElsewhere,
  pointsBehindItsEnd,
  saysItTakes,
  withoutIndex,
} from '../media-files/change-video-file.ts';
import { makeMp4, makeVideoFile } from '../media-files/make-video-file.ts';
import { bannerFiles, writeZip } from '../media-files/write-zip.ts';
import { chunk, gifOf, pngOf, rowsOf, textBomb, withComment } from './hostile-images.ts';

export type HostileFile = {
  readonly kind: 'image' | 'html5' | 'video';
  readonly what: string;
  /** The code that it is refused with; null: it is taken, and harmless. */
  readonly code: string | null;
  content(): Buffer | Promise<Buffer>;
};

/** What runs where it should not says so in `window.hacked`. */
const script = '<script>window.hacked=1</script>';
const picture = () => sharp({ create: { width: 300, height: 250, channels: 3, background: '#c03' } });
const blanks = ' '.repeat(200 * 1024 * 1024);
const withMore = (...files: Parameters<typeof writeZip>[0]) => writeZip([...bannerFiles(), ...files]);
const reach = 'window.clickTag;for(const w of[parent,top,opener])try{w.hacked=1}catch{}';
const symbolicLink = 0o120777;
const encrypted = 0x801;

const images: readonly Omit<HostileFile, 'kind'>[] = [
  {
    what: 'a PNG of a gigapixel in 100 bytes',
    code: 'too_large',
    content: () => pngOf(40_000, 30_000, rowsOf(10, 10)),
  },
  {
    what: 'a PNG that promises more rows than it has',
    code: 'broken_image',
    content: () => pngOf(2_000, 2_000, rowsOf(2_000, 3)),
  },
  { what: 'a GIF of ten thousand frames', code: 'too_large', content: () => gifOf(100, 100, 10_000) },
  { what: 'a GIF whose frames add up to 3 gigapixels', code: 'too_large', content: () => gifOf(4_000, 4_000, 200) },
  {
    what: 'an SVG with a script',
    code: 'unsupported_image',
    content: () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`),
  },
  {
    what: 'PostScript named as a JPEG',
    code: 'unsupported_image',
    content: () => Buffer.from('%!PS\n(%pipe%id) (r) file'),
  },
  {
    what: 'a page that begins like a GIF',
    code: 'broken_image',
    content: () => Buffer.from(`GIF89a/*${script}*/=1;`),
  },
  {
    what: 'a PNG with 64 MB of text in 64 kB',
    code: null,
    content: () => pngOf(300, 250, rowsOf(300, 250), chunk('zTXt', textBomb)),
  },
  {
    what: 'a PNG with a page and a zip behind its end',
    code: null,
    content: async () =>
      Buffer.concat([await picture().png().toBuffer(), Buffer.from(script), writeZip(bannerFiles())]),
  },
  {
    what: 'a JPEG with a script in a comment',
    code: null,
    content: async () => withComment(await picture().jpeg().toBuffer(), script),
  },
];

const zips: readonly Omit<HostileFile, 'kind'>[] = [
  { what: 'a path that leads out', code: 'unsafe_name', content: () => withMore({ path: '../../x.js', content: '1' }) },
  {
    what: 'a symbolic link',
    code: 'link_in_zip',
    content: () => withMore({ path: 'a.js', content: '/etc/passwd', mode: symbolicLink }),
  },
  {
    what: 'a zip in a zip',
    code: 'type_not_allowed',
    content: () => withMore({ path: 'inner.zip', content: writeZip(bannerFiles()) }),
  },
  {
    what: 'a zip named as a picture',
    code: 'wrong_content',
    content: () => withMore({ path: 'a.png', content: writeZip(bannerFiles()) }),
  },
  {
    what: '200 MB of blanks in 200 kB',
    code: 'too_large',
    content: () => withMore({ path: 'a.txt', content: blanks }),
  },
  {
    what: 'the same, said to be ten bytes',
    code: 'broken_zip',
    content: () => withMore({ path: 'a.txt', content: blanks, declaredBytes: 10 }),
  },
  {
    what: 'files that share their data, as bombs do',
    code: 'broken_zip',
    content: () => withMore({ path: 'a.js', content: '1' }, { path: 'b.js', content: '22', sharesData: true }),
  },
  {
    what: 'a page before the zip',
    code: 'broken_zip',
    content: () => Buffer.concat([Buffer.from(script), writeZip(bannerFiles())]),
  },
  {
    what: 'names that differ by case',
    code: 'duplicate_name',
    content: () => withMore({ path: 'INDEX.html', content: script }),
  },
  {
    what: 'files that are encrypted',
    code: 'encrypted_zip',
    content: () => writeZip(bannerFiles().map((file) => ({ ...file, flags: encrypted }))),
  },
  {
    what: 'a script that reaches for the page around it',
    code: null,
    content: () =>
      writeZip(bannerFiles().map((file) => (file.path === 'js/banner.js' ? { ...file, content: reach } : file))),
  },
];

const videos: readonly Omit<HostileFile, 'kind'>[] = [
  {
    what: 'a page that begins as MP4',
    code: 'broken_video',
    content: () => Buffer.from(`\0\0\0\x18ftypisom${script}`),
  },
  {
    what: 'a playlist that names files of the server',
    code: 'unsupported_video',
    content: () => Buffer.from('#EXTM3U\nfile:///etc/passwd'),
  },
  { what: 'MP4 that is cut off', code: 'broken_video', content: () => makeMp4('64x36', 1).subarray(0, -200) },
  { what: 'MP4 that hides its index', code: 'broken_video', content: () => withoutIndex(makeMp4('64x36', 1)) },
  {
    what: 'MP4 whose pictures lie in another file',
    code: 'broken_video',
    content: () => keepsDataElsewhere(makeMp4('64x36', 1)),
  },
  {
    what: 'MP4 with frames behind its end',
    code: 'broken_video',
    content: () => pointsBehindItsEnd(makeMp4('64x36', 1)),
  },
  {
    what: 'MP4 with a table of four thousand million entries',
    code: 'broken_video',
    content: () => hasEndlessTable(makeMp4('64x36', 1)),
  },
  {
    what: 'MP4 of half a minute that says it is a quarter',
    code: 'wrong_duration',
    content: () => saysItTakes(makeMp4('64x36', 30), 15_000),
  },
  {
    what: 'WebM that is cut off',
    code: 'broken_video',
    content: () => makeVideoFile('a.webm', 'testsrc=size=64x36:rate=5:duration=1', '-c:v', 'libvpx').subarray(0, -200),
  },
  {
    what: 'MP4 with a page and a zip behind its end',
    code: null,
    content: () => Buffer.concat([makeMp4('64x36', 1), Buffer.from(script), writeZip(bannerFiles())]),
  },
];

/** Files that somebody uploads who means harm, or whose tools are broken. */
export const hostileFiles: readonly HostileFile[] = [
  ...images.map((file) => ({ ...file, kind: 'image' as const })),
  ...zips.map((file) => ({ ...file, kind: 'html5' as const })),
  ...videos.map((file) => ({ ...file, kind: 'video' as const })),
];

/** The same as a table of the guide. */
export function hostileFileRows(): readonly string[] {
  return hostileFiles.map(
    ({ kind, what, code }) => `| ${kind} | ${what} | ${code === null ? harmless[kind] : `\`${code}\``} |`,
  );
}

const harmless = {
  image: 'taken: what is delivered is made anew, without it',
  html5: 'taken: it runs in a sandbox of an origin of its own, and reaches nothing',
  video: 'taken: it is delivered as `video/mp4` with `nosniff`, and nothing of it runs',
} as const;
