import {
  imageMarkup,
  type SourceObjects,
  type SourcePixels,
  sizeOfPixels,
  sizeOfText,
} from '../common/import-objects.ts';
import { memberNumber, memberOf, memberText, type SourceRecord, sourceRecord } from '../common/source-record.ts';
import type { SourceItem } from '../import-builder.ts';

/** Returns the size of a record: `{ width, height }` or a text such as `300x250`. */
export function gamSizeOf(record: SourceRecord): SourcePixels {
  const size = sourceRecord(memberOf(record, 'size'));
  const text = memberText(record, 'size', 'creativeSize', 'sizes');
  return (
    sizeOfText(text) ??
    sizeOfPixels(
      memberNumber(size, 'width') ?? memberNumber(record, 'width'),
      memberNumber(size, 'height') ?? memberNumber(record, 'height'),
    )
  );
}

/** Imports a creative. Returns its key; null: it has no content that Placard can show. */
export function importGamCreative(
  objects: SourceObjects,
  record: SourceRecord,
  { item, brand, format }: { readonly item: SourceItem; readonly brand: string; readonly format: string },
): string | null {
  const { text, unknown } = withPlacardMacros(contentOf(record));
  const key = objects.markup(item, {
    html: text,
    clickUrl: memberText(record, 'destinationUrl', 'clickThroughUrl', 'landingPageUrl'),
    brand,
    format,
  });
  if (key !== null && unknown.length > 0) {
    objects.builder.unsupported(item, {
      feature: 'macros',
      message: `Placard has no macro for ${unknown.join(', ')}. The text remains in the markup.`,
      remedy: 'Edit the markup of the creative.',
    });
  }
  return key;
}

function contentOf(record: SourceRecord): string {
  const markup = memberText(record, 'snippet', 'expandedSnippet', 'htmlSnippet', 'htmlTag', 'htmlContent', 'code');
  if (markup !== '') return markup;
  const asset = sourceRecord(memberOf(record, 'primaryImageAsset', 'imageAsset', 'asset'));
  const url = memberText(record, 'imageUrl') || memberText(asset, 'assetUrl', 'url');
  return imageMarkup(url, memberText(record, 'altText'), gamSizeOf(record));
}

/** Replaces the macros of Google Ad Manager by those of Placard. */
function withPlacardMacros(text: string): { readonly text: string; readonly unknown: readonly string[] } {
  const unknown = new Set<string>();
  const translated = text.replace(/%%[A-Z_]+%%/g, (macro, at: number) => {
    const next = text.slice(at + macro.length, at + macro.length + 8);
    if (/^%%CLICK_URL(?:_UNESC|_ESC|_ESC_ESC)?%%$/.test(macro)) {
      return /^(?:https?:|\/\/|%%DEST)/i.test(next) ? '[clickBase]' : '[clickUrl]';
    }
    if (macro === '%%CACHEBUSTER%%') return '[adheseTimestampNowMs]';
    unknown.add(macro);
    return macro;
  });
  return { text: translated, unknown: [...unknown] };
}
