import type { SnapshotRows } from '../../src/core/snapshot/snapshot-rows.ts';
import { startTestDelivery } from '../support/server/test-delivery.ts';
import { contractNowMs, contractRows } from './contract-account.ts';

export type ContractDelivery = Awaited<ReturnType<typeof startContractDelivery>>;

/** Starts a delivery process with the account of these tests and a clock within the dates of all bookings. */
export async function startContractDelivery(
  given: SnapshotRows = contractRows(),
  options: Parameters<typeof startTestDelivery>[1] = {},
) {
  const delivery = await startTestDelivery(given, options);
  delivery.setNow(contractNowMs);
  const text = async (path: string, options?: RequestInit) => {
    const answer = await delivery.fetch(path, options);
    return { status: answer.status, headers: answer.headers, body: await answer.text() };
  };
  async function withRow(
    rowIndex: number,
    creative: object,
    booking: object,
    check: () => Promise<void>,
  ): Promise<void> {
    const rows = contractRows();
    const changed = (list: readonly object[], change: object) =>
      list.map((row, index) => (index === rowIndex ? { ...row, ...change } : row));
    await delivery.publish({
      ...rows,
      creatives: changed(rows.creatives, creative),
      bookings: changed(rows.bookings, booking),
    } as typeof rows);
    try {
      await check();
    } finally {
      await delivery.publish(rows);
    }
  }
  return {
    ...delivery,
    text,
    /** Sends `POST /json` for these slots. */
    post: async (slotNames: readonly string[], more: object = {}, headers: Record<string, string> = {}) => {
      const body = JSON.stringify({ slots: slotNames.map((slotname) => ({ slotname })), parameters: {}, ...more });
      return text('/json', { method: 'POST', body, headers });
    },
    /** Runs a check with the first creative and its booking changed, then restores them. */
    withFirst: (creative: object, booking: object, check: () => Promise<void>) => withRow(0, creative, booking, check),
    withRow,
    /** Returns the events stored for these requests. */
    eventsOf: async (requests: () => Promise<void>) => {
      const before = (await delivery.events()).length;
      await requests();
      return (await delivery.events()).slice(before);
    },
  };
}

/** Returns the ads of a response unchanged. */
export function adsIn({ body }: { readonly body: string }): readonly Readonly<Record<string, unknown>>[] {
  return JSON.parse(body) as Readonly<Record<string, unknown>>[];
}
