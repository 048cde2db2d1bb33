import { type ManagementCall, ManagementCallError } from './management-client.ts';

/** Ids of objects by what tells them apart. */
export type Present = Map<string, number>;

const pageSize = 500;
/** Pages of one list: far more than an account has on which the demo makes sense. */
const maxPages = 100;

/** Everything in one list, archived objects too: what somebody archived must not come back. */
export async function presentObjects(call: ManagementCall, path: string, identify: string): Promise<Present> {
  const present: Present = new Map();
  for (let page = 0; page < maxPages; page += 1) {
    const answer = await call('GET', `${path}?limit=${pageSize}&offset=${page * pageSize}&includeArchived=true`);
    if (answer.status !== 200) {
      throw new ManagementCallError(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
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
