import type { Creative } from '../../client/generated/types.gen.ts';
import type { FieldDifference } from '../ui/difference/list-difference.ts';

/** What one version of a creative shows. */
export type CreativeVersion = Pick<
  Creative,
  'clickUrl' | 'altText' | 'html' | 'fields' | 'media' | 'vast' | 'width' | 'height' | 'assets'
>;

const nothing = '–';

/** What differs between two versions, each in words. */
export function creativeVersionChanges(before: CreativeVersion, after: CreativeVersion): readonly FieldDifference[] {
  const rows = [
    { name: 'A click leads to', of: ({ clickUrl }: CreativeVersion) => clickUrl ?? 'Nowhere' },
    { name: 'What the image shows', of: ({ altText }: CreativeVersion) => altText ?? nothing },
    { name: 'Markup', of: ({ html }: CreativeVersion) => html ?? nothing },
    { name: 'Files', of: filesText },
    { name: 'VAST address', of: ({ vast }: CreativeVersion) => vast?.url ?? nothing },
    { name: 'Length', of: ({ media }: CreativeVersion) => (media === null ? nothing : `${media.durationMs} ms`) },
    ...fieldNames(before, after).map((name) => ({
      name,
      of: ({ fields }: CreativeVersion) => String(fields[name] ?? nothing),
    })),
  ];
  return rows
    .map(({ name, of }) => ({ name, before: of(before), after: of(after) }))
    .filter((change) => change.before !== change.after);
}

function fieldNames(before: CreativeVersion, after: CreativeVersion): readonly string[] {
  return [...new Set([...Object.keys(before.fields), ...Object.keys(after.fields)])];
}

/** Names with sizes; two files of one name are told apart by their bytes. */
function filesText({ assets }: CreativeVersion): string {
  const texts = assets.map(({ url, width, height, bytes }) => {
    const name = decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '');
    const size = width === null || height === null ? '' : `${width} × ${height}, `;
    return `${name} (${size}${bytes} bytes)`;
  });
  return texts.length === 0 ? nothing : texts.join(', ');
}
