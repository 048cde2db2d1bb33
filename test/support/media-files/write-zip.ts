import { crc32, deflateRawSync } from 'node:zlib';

/** A file of a ZIP archive. Its declared properties may be false. */
export type ZipFile = {
  readonly path: string | Buffer;
  readonly content: string | Buffer;
  /** Unix mode. Default: a regular file. */
  readonly mode?: number;
  /** Default: deflated. */
  readonly stored?: boolean;
  readonly method?: number;
  readonly flags?: number;
  /** Declared uncompressed size. */
  readonly declaredBytes?: number;
  /** Shares the data of the previous file, like overlapping ZIP bombs. */
  readonly sharesData?: boolean;
};

const utf8Flag = 0x800;
const regularFile = 0o100644;

/** Returns a ZIP archive as tools write it, or a malicious one. */
export function writeZip(files: readonly ZipFile[], { entryCount = files.length } = {}): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  let last = { at: 0, packed: Buffer.alloc(0) };
  for (const file of files) {
    const name = Buffer.from(file.path);
    const content = Buffer.from(file.content as string);
    if (file.sharesData !== true) {
      last = { at: offset, packed: file.stored === true ? content : deflateRawSync(content, { level: 9 }) };
    }
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(file.flags ?? utf8Flag, 2);
    common.writeUInt16LE(file.method ?? (file.stored === true ? 0 : 8), 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(last.packed.length, 14);
    common.writeUInt32LE(file.declaredBytes ?? content.length, 18);
    common.writeUInt16LE(name.length, 22);
    if (file.sharesData !== true) {
      const local = [Buffer.from('PK\x03\x04'), common, name, last.packed];
      parts.push(...local);
      offset += local.reduce((sum, part) => sum + part.length, 0);
    }
    const central = Buffer.alloc(14);
    central.writeUInt32LE(((file.mode ?? regularFile) << 16) >>> 0, 6);
    central.writeUInt32LE(last.at, 10);
    directory.push(Buffer.from('PK\x01\x02'), Buffer.from([20, 3]), common, central, name);
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entryCount, 8);
  end.writeUInt16LE(entryCount, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, list, end]);
}

/** Returns an export of a design tool: a page that declares its size, a script that uses `clickTag`, and a picture. */
export function bannerFiles(size = { width: 300, height: 250 }): ZipFile[] {
  return [
    {
      path: 'index.html',
      content: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="ad.size" content="width=${size.width},height=${size.height}">
<script>var clickTag = "https://placeholder.example/";</script><script src="js/banner.js" defer></script>
<link rel="stylesheet" href="banner.css"></head><body><a id="ad" href="javascript:void(window.open(clickTag))"><img src="images/big%20dot.png" alt=""></a></body></html>`,
    },
    { path: 'js/banner.js', content: "document.getElementById('ad').dataset.ready = window.clickTag;" },
    { path: 'banner.css', content: 'body{margin:0;background:#036}#ad{display:block;width:300px;height:250px}' },
    { path: 'images/big dot.png', content: dot, stored: true },
  ];
}

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
