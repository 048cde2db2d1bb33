import { FileStoreAway } from '../../../platform/files/file-store.ts';
import type { DeliveryExchange } from '../../listener/exchange.ts';
import { sendDeliveryProblem } from '../../listener/send.ts';

/** Seconds after which a client should retry while the file store is unreachable. */
const retryAfterSeconds = '5';

/** Answers with work that reads the file store. The response is 503 if the store is unreachable. */
export async function answerFromStore(exchange: DeliveryExchange, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof FileStoreAway)) throw error;
    const headers = ['retry-after', retryAfterSeconds];
    sendDeliveryProblem(exchange, { status: 503, title: 'The file store is unreachable', headers });
  }
}
