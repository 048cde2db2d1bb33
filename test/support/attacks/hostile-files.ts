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
  /** Code of the refusal. null if the file is accepted and harmless. */
  readonly code: string | null;
  content(): Buffer | Promise<Buffer>;
};

/** Sets `window.hacked` if it runs where it must not. */
const script = '<script>window.hacked=1</script>';
const picture = () => sharp({ create: { width: 300, height: 250, channels: 3, background: '#c03' } });
const blanks = ' '.repeat(200 * 1024 * 1024);
const withMore = (...files: Parameters<typeof writeZip>[0]) => writeZip([...bannerFiles(), ...files]);
const reach = 'window.clickTag;for(const w of[parent,top,opener])try{w.hacked=1}catch{}';
const symbolicLink = 0o120777;
const encrypted = 0x801;

const images: readonly Omit<HostileFile, 'kind'>[] = [
  {
    what: 'a PNG with a gigapixel in 100 bytes',
    code: 'too_large',
    content: () => pngOf(40_000, 30_000, rowsOf(10, 10)),
  },
  {
    what: 'a PNG with fewer rows than declared',
    code: 'broken_image',
    content: () => pngOf(2_000, 2_000, rowsOf(2_000, 3)),
  },
  { what: 'a GIF with 10,000 frames', code: 'too_large', content: () => gifOf(100, 100, 10_000) },
  { what: 'a GIF whose frames add up to 3 gigapixels', code: 'too_large', content: () => gifOf(4_000, 4_000, 200) },
  {
    what: 'an SVG with a script',
    code: 'unsupported_image',
    content: () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`),
  },
  {
    what: 'a PostScript file named as a JPEG',
    code: 'unsupported_image',
    content: () => Buffer.from('%!PS\n(%pipe%id) (r) file'),
  },
  {
    what: 'an HTML page that begins like a GIF',
    code: 'broken_image',
    content: () => Buffer.from(`GIF89a/*${script}*/=1;`),
  },
  {
    what: 'a PNG with 64 MB of text in 64 kB',
    code: null,
    content: () => pngOf(300, 250, rowsOf(300, 250), chunk('zTXt', textBomb)),
  },
  {
    what: 'a PNG with an HTML page and a zip after its end',
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
  {
    what: 'a path outside the archive',
    code: 'unsafe_name',
    content: () => withMore({ path: '../../x.js', content: '1' }),
  },
  {
    what: 'a symbolic link',
    code: 'link_in_zip',
    content: () => withMore({ path: 'a.js', content: '/etc/passwd', mode: symbolicLink }),
  },
  {
    what: 'a nested zip',
    code: 'type_not_allowed',
    content: () => withMore({ path: 'inner.zip', content: writeZip(bannerFiles()) }),
  },
  {
    what: 'a zip named as an image',
    code: 'wrong_content',
    content: () => withMore({ path: 'a.png', content: writeZip(bannerFiles()) }),
  },
  {
    what: '200 MB of spaces in 200 kB',
    code: 'too_large',
    content: () => withMore({ path: 'a.txt', content: blanks }),
  },
  {
    what: 'the same with a declared size of 10 bytes',
    code: 'broken_zip',
    content: () => withMore({ path: 'a.txt', content: blanks, declaredBytes: 10 }),
  },
  {
    what: 'files with overlapping data (zip bomb)',
    code: 'broken_zip',
    content: () => withMore({ path: 'a.js', content: '1' }, { path: 'b.js', content: '22', sharesData: true }),
  },
  {
    what: 'an HTML page before the zip',
    code: 'broken_zip',
    content: () => Buffer.concat([Buffer.from(script), writeZip(bannerFiles())]),
  },
  {
    what: 'names that differ only in case',
    code: 'duplicate_name',
    content: () => withMore({ path: 'INDEX.html', content: script }),
  },
  {
    what: 'encrypted files',
    code: 'encrypted_zip',
    content: () => writeZip(bannerFiles().map((file) => ({ ...file, flags: encrypted }))),
  },
  {
    what: 'a script that accesses the surrounding page',
    code: null,
    content: () =>
      writeZip(bannerFiles().map((file) => (file.path === 'js/banner.js' ? { ...file, content: reach } : file))),
  },
];

const videos: readonly Omit<HostileFile, 'kind'>[] = [
  {
    what: 'an HTML page that begins like MP4',
    code: 'broken_video',
    content: () => Buffer.from(`\0\0\0\x18ftypisom${script}`),
  },
  {
    what: 'a playlist with local files of the server',
    code: 'unsupported_video',
    content: () => Buffer.from('#EXTM3U\nfile:///etc/passwd'),
  },
  { what: 'truncated MP4', code: 'broken_video', content: () => makeMp4('64x36', 1).subarray(0, -200) },
  { what: 'MP4 with a renamed index', code: 'broken_video', content: () => withoutIndex(makeMp4('64x36', 1)) },
  {
    what: 'MP4 whose frames are in another file',
    code: 'broken_video',
    content: () => keepsDataElsewhere(makeMp4('64x36', 1)),
  },
  {
    what: 'MP4 with frames after its end',
    code: 'broken_video',
    content: () => pointsBehindItsEnd(makeMp4('64x36', 1)),
  },
  {
    what: 'MP4 with a table of 4 billion entries',
    code: 'broken_video',
    content: () => hasEndlessTable(makeMp4('64x36', 1)),
  },
  {
    what: 'MP4 of 30 seconds with a declared duration of 15 seconds',
    code: 'wrong_duration',
    content: () => saysItTakes(makeMp4('64x36', 30), 15_000),
  },
  {
    what: 'truncated WebM',
    code: 'broken_video',
    content: () => makeVideoFile('a.webm', 'testsrc=size=64x36:rate=5:duration=1', '-c:v', 'libvpx').subarray(0, -200),
  },
  {
    what: 'MP4 with an HTML page and a zip after its end',
    code: null,
    content: () => Buffer.concat([makeMp4('64x36', 1), Buffer.from(script), writeZip(bannerFiles())]),
  },
];

/** Files that are uploaded with malicious intent or written by faulty tools. */
export const hostileFiles: readonly HostileFile[] = [
  ...images.map((file) => ({ ...file, kind: 'image' as const })),
  ...zips.map((file) => ({ ...file, kind: 'html5' as const })),
  ...videos.map((file) => ({ ...file, kind: 'video' as const })),
];

/** Returns the files as a table of the guide. */
export function hostileFileRows(): readonly string[] {
  return hostileFiles.map(
    ({ kind, what, code }) => `| ${kind} | ${what} | ${code === null ? harmless[kind] : `\`${code}\``} |`,
  );
}

const harmless = {
  image: 'accepted: the image is encoded again without it',
  html5: 'accepted: it runs in a sandbox with a separate origin and has no access',
  video: 'accepted: it is delivered as `video/mp4` with `nosniff`, and no part of it runs',
} as const;
