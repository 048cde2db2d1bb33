import { type ManagementCall, ManagementCallError } from './management-client.ts';

/** IDs of objects by their identifying field. */
export type Present = Map<string, number>;

const pageSize = 500;
/** Most pages of one list, far more than a demo account needs. */
const maxPages = 100;

/**
 * Returns all objects of a list, including archived ones, so that objects that a user archived are not created again.
 */
export async function presentObjects(call: ManagementCall, path: string, identify: string): Promise<Present> {
  const present: Present = new Map();
  for (let page = 0; page < maxPages; page += 1) {
    const answer = await call('GET', `${path}?limit=${pageSize}&offset=${page * pageSize}&includeArchived=true`);
    if (answer.status !== 200) {
      throw new ManagementCallError(`${path} returned ${answer.status}: ${JSON.stringify(answer.body)}`);
    }
    const objects = answer.body as readonly Readonly<Record<string, unknown>>[];
    for (const object of objects) {
      const key = object[identify];
      if (typeof key === 'string' && typeof object['id'] === 'number') present.set(key, object['id']);
    }
    if (objects.length < pageSize) break;
  }
  return present;
}
