import { listFormats } from '../../../client/generated/sdk.gen.ts';
import type { Format } from '../../../client/generated/types.gen.ts';
import type { ChoiceSource } from '../../api/choice-source.ts';
import { client, dataOf } from '../../api/client.ts';

const shown = 50;

/** Formats to choose from. */
export const formatChoices: ChoiceSource = {
  key: ['formats', 'choices'],
  create: { type: 'format', scope: 'inventory:write' },
  find: async (search) =>
    (
      await dataOf(listFormats({ client, query: { ...(search === '' ? {} : { search }), limit: shown, sort: 'name' } }))
    ).map(choice),
  named: async (ids) =>
    (await dataOf(listFormats({ client, query: { id: [...ids], includeArchived: 'true' } }))).map(choice),
};

/** `728 × 90`. Empty for a format of any size. */
export function dimensionsText({
  width,
  height,
}: {
  readonly width: number | null;
  readonly height: number | null;
}): string {
  return width === null || height === null ? '' : `${width}\u00a0×\u00a0${height}`;
}

/** The name of a format and its size, if it has one. */
export function formatText(format: Pick<Format, 'name' | 'width' | 'height'>): string {
  const size = dimensionsText(format);
  return size === '' ? format.name : `${format.name}, ${size}`;
}

function choice(format: Format) {
  return { id: format.id, name: formatText(format) };
}
