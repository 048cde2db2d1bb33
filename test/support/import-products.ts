import type { ProductImportReport } from '../../src/contract/commerce/product.ts';
import { sendResumable } from './send-upload.ts';
import type { TestManagement } from './test-management.ts';

export type Feed = {
  readonly mediaPartnerId: number;
  readonly name: string;
  readonly content: string | Buffer;
  readonly kind?: 'full' | 'delta';
  readonly maxBadRowsPercent?: number;
};

/** Uploads a feed, has it taken into the catalogue, and answers the report. */
export async function importFeed(
  management: Pick<TestManagement, 'call'>,
  { mediaPartnerId, name, content, kind = 'full', ...others }: Feed,
): Promise<ProductImportReport> {
  const uploadId = await sendResumable(management, { content: Buffer.from(content), name });
  const body = { mediaPartnerId, uploadId, kind, ...others };
  const answer = await management.call('POST', '/product-imports', { body });
  if (answer.status !== 200) throw new Error(`the import is refused: ${JSON.stringify(answer.body)}`);
  return answer.body;
}
