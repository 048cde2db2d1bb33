import type { Creative } from '../../client/generated/types.gen.ts';
import type { PlainMessageKey } from '../../messages/message-keys.ts';
import { t } from '../i18n/t.ts';
import type { FieldDifference } from '../ui/difference/list-difference.ts';

/** The content of a version of a creative. */
export type CreativeVersion = Pick<
  Creative,
  'clickUrl' | 'altText' | 'html' | 'fields' | 'media' | 'vast' | 'width' | 'height' | 'assets'
>;

const noValue = '–';

type ContentField = { readonly label: PlainMessageKey; readonly textOf: (version: CreativeVersion) => string };

const contentFields: readonly ContentField[] = [
  { label: 'review.label.clickUrl', textOf: ({ clickUrl }) => clickUrl ?? t('review.label.noUrl') },
  { label: 'review.label.altText', textOf: ({ altText }) => altText ?? noValue },
  { label: 'review.label.markup', textOf: ({ html }) => html ?? noValue },
  { label: 'review.label.files', textOf: filesText },
  { label: 'review.label.vastUrl', textOf: ({ vast }) => vast?.url ?? noValue },
  { label: 'review.label.duration', textOf: durationText },
];

/** Differences between two versions of a creative. */
export function creativeVersionChanges(before: CreativeVersion, after: CreativeVersion): readonly FieldDifference[] {
  const rows = [
    ...contentFields.map(({ label, textOf }) => ({ name: t(label), textOf })),
    ...fieldNames(before, after).map((name) => ({
      name,
      textOf: ({ fields }: CreativeVersion) => String(fields[name] ?? noValue),
    })),
  ];
  return rows
    .map(({ name, textOf }) => ({ name, before: textOf(before), after: textOf(after) }))
    .filter((change) => change.before !== change.after);
}

function fieldNames(before: CreativeVersion, after: CreativeVersion): readonly string[] {
  return [...new Set([...Object.keys(before.fields), ...Object.keys(after.fields)])];
}

function durationText({ media }: CreativeVersion): string {
  return media === null ? noValue : t('review.format.milliseconds', { count: media.durationMs });
}

/** Names with sizes. The number of bytes distinguishes files of the same name. */
function filesText({ assets }: CreativeVersion): string {
  const texts = assets.map(({ url, width, height, bytes }) => {
    const name = decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '');
    if (width === null || height === null) return t('review.format.file', { name, count: bytes });
    return t('review.format.fileWithSize', { name, size: `${width} × ${height}`, count: bytes });
  });
  return texts.length === 0 ? noValue : texts.join(', ');
}
