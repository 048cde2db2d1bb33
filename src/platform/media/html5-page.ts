import { ArchiveProblem } from './archive-problem.ts';
import type { ArchiveFile } from './unpack-archive.ts';

export type PageSize = { readonly width: number; readonly height: number };

/** Message of an HTML5 creative to the page around it: its click-through URL was opened. */
export const clickMessage = 'placard:click';

const pageName = /\.html?$/i;

/** Returns the main page: `index.html` in the outermost folder that has one, or the only page. */
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

/** Throws unless the content is UTF-8, with or without a byte order mark. */
export function textOf({ path, content }: ArchiveFile): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch (cause) {
    throw new ArchiveProblem('not_utf8', `contains ${JSON.stringify(path)}, which is not UTF-8`, { cause });
  }
}

/** Part of the page in which browsers and ad servers look for it. */
const headLength = 64 * 1024;
const metaTags = /<meta\s[^>]{1,500}>/gi;

/**
 * Returns the size in `<meta name="ad.size" content="width=300,height=250">`; null: none. Source: IAB HTML5 guidelines.
 */
export function declaredSize(page: string): PageSize | null {
  for (const [tag] of page.slice(0, headLength).matchAll(metaTags)) {
    if (!/\sname\s*=\s*["']?ad\.size["'\s]/i.test(tag)) continue;
    const [, width, height] = /width=(\d{1,5})\s*[,;]\s*height=(\d{1,5})/i.exec(tag) ?? [];
    if (width !== undefined && height !== undefined) return { width: Number(width), height: Number(height) };
  }
  return null;
}

/** Reports whether a page or script uses clickTag. */
export function asksForClickTag(files: readonly ArchiveFile[]): boolean {
  return files.some(
    ({ path, content }) => /\.(?:html?|js)$/i.test(path) && /clicktag/i.test(content.toString('latin1')),
  );
}

/**
 * Defines the click-through URL as the global variable that creatives read. Assignments by a creative have no effect,
 * as with other ad servers. Without the parameter the variable is not changed. Chromium does not run `javascript:` URLs
 * in a sandboxed cross-site frame, which many creatives use to open it, so the script opens them. The page around the
 * frame receives a message when the URL is opened, because it cannot observe clicks in the frame.
 */
const clickTagScript =
  "<script>(function(w){var c=new URLSearchParams(w.location.search).get('clickTag');if(!c||!/^https?:/i.test(c))return;" +
  "['clickTag','clickTAG','clicktag'].forEach(function(n){Object.defineProperty(w,n,{configurable:true,enumerable:true," +
  'get:function(){return c},set:function(){}})});' +
  'var o=w.open;function m(u){try{if(w.parent!==w&&new URL(u,w.location).href.indexOf(new URL(c).href)===0)' +
  `w.parent.postMessage('${clickMessage}','*')}catch(x){}}` +
  'w.open=function(u){m(u);return o.apply(w,arguments)};' +
  "w.document.addEventListener('click',function(e){var t=e.target,a=t&&t.closest&&t.closest('a[href]');if(!a)return;" +
  "if(/^\\s*javascript:.*clicktag/i.test(a.getAttribute('href'))){e.preventDefault();w.open(c)}" +
  'else setTimeout(function(){if(!e.defaultPrevented)m(a.href)})},true)})(window)</script>';

/** Returns the page with that script before all others. */
export function withClickTag(page: string): string {
  const at = afterDoctype(page);
  return page.slice(0, at) + clickTagScript + page.slice(at);
}

/** Without a doctype a browser uses quirks mode, so the script is inserted after it. */
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
