import {
  createBookingTemplate,
  deleteBookingTemplate,
  getBookingTemplate,
  listBookingTemplates,
  unarchiveBookingTemplate,
  updateBookingTemplate,
} from '../../../client/generated/sdk.gen.ts';
import type { BookingTemplate, BookingTemplateBody } from '../../../client/generated/types.gen.ts';
import type { ChoiceSource } from '../../api/choice-source.ts';
import { client, dataOf } from '../../api/client.ts';
import type { ResourceClient } from '../../api/resource.ts';

const shown = 30;

export const bookingTemplateResource = {
  noun: 'booking-templates',
  kind: 'booking-templates',
  read: (id) => getBookingTemplate({ client, path: { id } }),
  create: (body) => createBookingTemplate({ client, body: body as BookingTemplateBody }),
  patch: (id, body, etag) => updateBookingTemplate({ client, path: { id }, body, headers: { 'If-Match': etag } }),
  archive: (id, etag) => deleteBookingTemplate({ client, path: { id }, headers: { 'If-Match': etag } }),
  unarchive: (id) => unarchiveBookingTemplate({ client, path: { id }, headers: { 'If-Match': '*' } }),
} satisfies ResourceClient<BookingTemplate>;

/** Templates that the user may change. */
export const editableTemplates: ChoiceSource = {
  key: ['booking-templates', 'choices'],
  find: async (search) => (await findTemplates(search)).filter(({ editable }) => editable),
  named: (ids) => dataOf(listBookingTemplates({ client, query: { id: [...ids], includeArchived: 'true' } })),
};

/** Templates whose name or description contains a text. */
export function findTemplates(search: string): Promise<readonly BookingTemplate[]> {
  return dataOf(
    listBookingTemplates({ client, query: { ...(search === '' ? {} : { search }), limit: shown, sort: 'name' } }),
  );
}
