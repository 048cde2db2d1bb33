import { maxHtmlLength } from '../../../../core/vocabulary/limits/creative-limits.ts';
import type { ReviveRow } from '../source/revive-data.ts';
import { integerIn, textIn } from '../source-values.ts';
import type { BannerFiles } from './banner-files.ts';
import { clickUrlOf } from './click-url.ts';
import { type MacroValues, translateMacros } from './translate-macros.ts';
import { videoContentOf } from './video-content.ts';

type Note = { readonly feature: string; readonly message: string };

/** Content of a creative, or the reason why there is none. */
export type CreativeContent =
  | {
      readonly kind: 'image' | 'html' | 'video' | 'vast';
      readonly fields: Readonly<Record<string, unknown>>;
      readonly file: {
        readonly name: string;
        readonly content: Buffer;
        readonly width: number;
        readonly height: number;
      } | null;
      readonly notes: readonly Note[];
      readonly unsupported: readonly (Note & { readonly remedy: string })[];
    }
  | { readonly fault: string; readonly remedy: string };

/** Content without the fields and findings that all kinds share. */
type OwnContent =
  | {
      readonly kind: 'image' | 'html' | 'video' | 'vast';
      readonly fields: Readonly<Record<string, unknown>>;
      readonly file?: Extract<CreativeContent, { kind: string }>['file'];
      readonly notes?: readonly Note[];
      readonly unsupported?: readonly (Note & { readonly remedy: string })[];
    }
  | { readonly fault: string; readonly remedy: string };

type Sources = { readonly files: BannerFiles; readonly videos: readonly ReviveRow[] };

const oldTypes = new Set(['swf', 'dcr', 'rpm', 'mov']);

/** Returns the content of a banner by its storage type. */
export async function contentOf(banner: ReviveRow, sources: Sources): Promise<CreativeContent> {
  const values = macroValuesOf(banner);
  const click = clickUrlOf(textIn(banner, 'url'), values);
  const own = await ownContentOf(banner, { ...sources, values });
  if ('fault' in own) return own;
  const trackers = appendedTrackers(banner, own.kind);
  const notes = [...(own.notes ?? []), ...trackers.notes];
  if (click.note !== null) notes.push({ feature: 'destination', message: click.note });
  const unsupported = [...(own.unsupported ?? []), ...trackers.unsupported];
  if (click.fault !== null) {
    unsupported.push({
      feature: 'destination',
      message: click.fault,
      remedy: 'Set the click-through URL of the creative.',
    });
  }
  return {
    kind: own.kind,
    fields: { clickUrl: click.url, ...own.fields, ...trackers.fields },
    file: own.file ?? null,
    notes,
    unsupported,
  };
}

function macroValuesOf(banner: ReviveRow): MacroValues {
  return {
    bannerId: integerIn(banner, 'bannerid'),
    campaignId: integerIn(banner, 'campaignid'),
    target: textIn(banner, 'target').replace(/[^\w-]/g, ''),
    width: integerIn(banner, 'width'),
    height: integerIn(banner, 'height'),
  };
}

async function ownContentOf(
  banner: ReviveRow,
  sources: Sources & { readonly values: MacroValues },
): Promise<OwnContent> {
  const plugin = textIn(banner, 'ext_bannertype');
  if (/vast(?:Inline|Overlay)/i.test(plugin) || sources.videos.length > 0) {
    return videoContentOf(banner, { isOverlay: /vastOverlay/i.test(plugin), elements: sources.videos });
  }
  switch (textIn(banner, 'storagetype').toLowerCase()) {
    case 'web':
      return imageContent(banner, 'web', sources.files);
    case 'sql':
      return imageContent(banner, 'sql', sources.files);
    case 'url':
      return externalImage(banner, sources.values);
    case 'html':
      return markupContent(banner, sources.values);
    case 'txt':
      return textContent(banner);
    default:
      return {
        fault: `Placard has no creatives of the storage type "${textIn(banner, 'storagetype').slice(0, 40)}".`,
        remedy: 'Create the creative in Placard.',
      };
  }
}

async function imageContent(banner: ReviveRow, storage: 'web' | 'sql', files: BannerFiles): Promise<OwnContent> {
  const isOld = oldTypes.has(textIn(banner, 'contenttype').toLowerCase());
  const replacement = textIn(banner, 'alt_filename');
  if (isOld && replacement === '') {
    return {
      fault: `Browsers no longer show files of the type ${textIn(banner, 'contenttype')}.`,
      remedy: 'Upload an image or HTML5 file as a new creative.',
    };
  }
  const file = await files.find(storage, isOld ? replacement : textIn(banner, 'filename'));
  if ('fault' in file) return file;
  const altText = plainAlt(textIn(banner, 'alt'));
  const message = 'Browsers no longer show the file. Its replacement image is used.';
  return { kind: 'image', fields: { altText }, file, ...(isOld && { notes: [{ feature: 'file', message }] }) };
}

function plainAlt(text: string): string | null {
  const alt = text.replace(/[\p{Cc}\p{Cs}]+/gu, ' ').trim();
  return alt === '' ? null : alt.slice(0, 255).replace(/[\ud800-\udbff]$/, '');
}

/** Placard shows images of other servers only in markup. */
function externalImage(banner: ReviveRow, values: MacroValues): OwnContent {
  const { text, unknown } = translateMacros(textIn(banner, 'imageurl').trim(), values);
  if (!/^(?:https?:)?\/\/[^\s"'<>]+$/i.test(text) || unknown.length > 0) {
    return { fault: `The image URL "${text.slice(0, 80)}" is not valid.`, remedy: 'Upload the image as a creative.' };
  }
  const size = values.width > 0 && values.height > 0 ? ` width="${values.width}" height="${values.height}"` : '';
  const image = `<img src="${escaped(text)}"${size} alt="${escaped(plainAlt(textIn(banner, 'alt')) ?? '')}">`;
  return {
    kind: 'html',
    fields: { html: `<a href="[clickUrl]" target="${values.target || '_blank'}">${image}</a>` },
    notes: [{ feature: 'image', message: 'The image of another server is shown by markup.' }],
  };
}

function textContent(banner: ReviveRow): OwnContent {
  const text = textIn(banner, 'bannertext').replaceAll('\0', '').toWellFormed().trim();
  if (text === '') return { fault: 'The text banner has no text.', remedy: 'Create the creative in Placard.' };
  const link =
    textIn(banner, 'url').trim() === '' ? escaped(text) : `<a href="[clickUrl]" target="_blank">${escaped(text)}</a>`;
  return limited({ html: link, notes: [{ feature: 'text', message: 'The text became markup with a link.' }] });
}

function markupContent(banner: ReviveRow, values: MacroValues): OwnContent {
  const source = textIn(banner, 'htmltemplate').trim() || textIn(banner, 'htmlcache').trim();
  const cleaned = source.replaceAll('\0', '').toWellFormed().trim();
  if (cleaned === '') return { fault: 'The HTML banner has no markup.', remedy: 'Create the creative in Placard.' };
  const { text, notes, unknown } = translateMacros(cleaned, values);
  const counted = withCountedClicks(text, textIn(banner, 'adserver'));
  return limited({
    html: counted,
    notes: [
      ...(cleaned === source ? [] : [{ feature: 'html', message: 'Invalid characters were removed from the markup.' }]),
      ...(notes.length > 0 ? [{ feature: 'macros', message: notes.join(' ') }] : []),
      ...(counted === text ? [] : [{ feature: 'clicks', message: 'Links of the markup lead through [clickBase].' }]),
    ],
    unknown,
  });
}

/** Revive rewrites the links of HTML banners, except for those with the click macro or with this setting turned off. */
function withCountedClicks(html: string, adserver: string): string {
  if (adserver.trim() === '' || adserver === 'none' || /\[click(?:Url|Base)\]/.test(html)) return html;
  return html.replace(/(<a\b[^>]*?\bhref\s*=\s*["'])(https?:\/\/)/gi, '$1[clickBase]$2');
}

type Markup = { readonly html: string; readonly notes: readonly Note[]; readonly unknown?: readonly string[] };

function limited({ html, notes, unknown = [] }: Markup): OwnContent {
  if (html.length > maxHtmlLength) {
    return {
      fault: `The markup has more than ${maxHtmlLength} characters.`,
      remedy: 'Load parts of the markup from a file, or upload it as an HTML5 creative.',
    };
  }
  const unsupported = [
    {
      feature: 'macros',
      message: `Placard has no macro for ${unknown.join(', ')}. The text remains in the markup.`,
      remedy: 'Edit the markup of the creative.',
    },
  ];
  return { kind: 'html', fields: { html }, notes, ...(unknown.length > 0 && { unsupported }) };
}

/** Code that Revive adds to a banner: tracking pixels become trackers, other code is part of the markup. */
function appendedTrackers(banner: ReviveRow, kind: string) {
  const code = `${textIn(banner, 'prepend')} ${textIn(banner, 'append')}`.trim();
  const none = { fields: {}, notes: [] as Note[], unsupported: [] as (Note & { remedy: string })[] };
  if (code === '') return none;
  const urls = [...code.matchAll(/<img\b[^>]*?\bsrc\s*=\s*["'](https?:\/\/[^"'\s<>]+)["'][^>]*>/gi)].map(
    ([, url = '']) => url,
  );
  const rest = code
    .replace(/<img\b[^>]*>/gi, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .trim();
  const impression = urls.map((url) => translateMacros(url, macroValuesOf(banner)).text.replaceAll('&amp;', '&'));
  const isPlain =
    impression.length > 0 && impression.length <= 10 && rest === '' && !impression.some((url) => /[[\]{}]/.test(url));
  if (isPlain && kind !== 'vast') {
    return {
      ...none,
      fields: { trackers: { impression } },
      notes: [{ feature: 'append', message: 'The added images became impression trackers of the creative.' }],
    };
  }
  return {
    ...none,
    unsupported: [
      {
        feature: 'append',
        message: 'The code that Revive adds before or after the banner is not imported.',
        remedy: 'Add trackers to the creative, or add the code to the markup.',
      },
    ],
  };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
