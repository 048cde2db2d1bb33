import { ArchiveProblem } from './archive-problem.ts';
import type { ArchiveFile } from './unpack-archive.ts';

export type PageSize = { readonly width: number; readonly height: number };

const pageName = /\.html?$/i;

/** The page that is shown: `index.html` in the outermost folder that has one, or else the only page. */
export function findPage(files: readonly ArchiveFile[]): ArchiveFile {
  const pages = files.filter(({ path }) => pageName.test(path));
  const indexes = pages.filter(({ path }) => /(?:^|\/)index\.html?$/i.test(path));
  const depth = Math.min(...indexes.map(({ path }) => path.split('/').length));
  const outermost = indexes.filter(({ path }) => path.split('/').length === depth);
  const found = indexes.length > 0 ? outermost : pages;
  if (found.length !== 1) {
    throw new ArchiveProblem('no_page', 'must have one index.html in its outermost folder, or only one page');
  }
  return found[0] as ArchiveFile;
}

/** Throws unless it is UTF-8, with a byte order mark or without. */
export function textOf({ path, content }: ArchiveFile): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch (cause) {
    throw new ArchiveProblem('not_utf8', `holds ${JSON.stringify(path)}, which is not in UTF-8`, { cause });
  }
}

/** Where browsers and ad servers look for it. */
const headLength = 64 * 1024;
const metaTags = /<meta\s[^>]{1,500}>/gi;

/** What `<meta name="ad.size" content="width=300,height=250">` says; null: nothing. Source: IAB HTML5 guidelines. */
export function declaredSize(page: string): PageSize | null {
  for (const [tag] of page.slice(0, headLength).matchAll(metaTags)) {
    if (!/\sname\s*=\s*["']?ad\.size["'\s]/i.test(tag)) continue;
    const [, width, height] = /width=(\d{1,5})\s*[,;]\s*height=(\d{1,5})/i.exec(tag) ?? [];
    if (width !== undefined && height !== undefined) return { width: Number(width), height: Number(height) };
  }
  return null;
}

/** True when a page or script of them asks for where a click leads. */
export function asksForClickTag(files: readonly ArchiveFile[]): boolean {
  return files.some(
    ({ path, content }) => /\.(?:html?|js)$/i.test(path) && /clicktag/i.test(content.toString('latin1')),
  );
}

/**
 * The address that a click leads to, as the global variable that creatives read: whatever a creative assigns to it stays
 * without effect, as with other ad servers. Without the parameter it is left alone. Chromium runs no `javascript:` address in
 * a sandboxed frame of another site, which is how many creatives open it, so that is done for them.
 */
const clickTagScript =
  "<script>(function(w){var c=new URLSearchParams(w.location.search).get('clickTag');if(!c||!/^https?:/i.test(c))return;" +
  "['clickTag','clickTAG','clicktag'].forEach(function(n){Object.defineProperty(w,n,{configurable:true,enumerable:true," +
  'get:function(){return c},set:function(){}})});' +
  "w.document.addEventListener('click',function(e){var t=e.target,a=t&&t.closest&&t.closest('a[href]');" +
  "if(a&&/^\\s*javascript:.*clicktag/i.test(a.getAttribute('href'))){e.preventDefault();w.open(c)}},true)})(window)</script>";

/** The page with that script before all others. */
export function withClickTag(page: string): string {
  const at = afterDoctype(page);
  return page.slice(0, at) + clickTagScript + page.slice(at);
}

/** Without a doctype a browser shows a page by other rules, so what is put in stands behind it. */
function afterDoctype(page: string): number {
  let at = 0;
  while (at < page.length) {
    if (/\s/.test(page[at] as string)) at += 1;
    else if (page.startsWith('<!--', at)) {
      const end = page.indexOf('-->', at + 4);
      if (end === -1) return 0;
      at = end + 3;
    } else break;
  }
  if (!/^<!doctype\b/i.test(page.slice(at, at + 10))) return 0;
  const end = page.indexOf('>', at);
  return end === -1 ? 0 : end + 1;
}
