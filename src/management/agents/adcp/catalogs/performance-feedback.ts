import { AdcpError } from '@adcp/sdk/server';
import { inTransaction } from '../../../records/change.ts';
import { createComment } from '../../../resources/comment/store-comment.ts';
import { readOwnCreative } from '../creatives/read-own-creative.ts';
import { readMediaBuys, type StoredMediaBuy } from '../media-buys/read-media-buys.ts';
import { requestError, requireScopes } from '../protocol-error.ts';
import type { SellerContext } from '../seller-context.ts';
import type { FeedbackCall, FeedbackResult } from './protocol-calls.ts';

/**
 * Stores feedback of a buyer: the tool `provide_performance_feedback`. It is a comment of the campaign, of which ad
 * operations are notified. It does not change the delivery.
 */
export async function storeFeedback(context: SellerContext, request: FeedbackCall): Promise<FeedbackResult> {
  requireScopes(context, 'campaigns:read', 'campaigns:write');
  const { services, caller, requestId } = context;
  const buy = await readBuy(context, request.media_buy_id);
  const { measurement_period: period, package_id: packageId, creative_id: creativeId } = request;
  if (!(Date.parse(period.start) < Date.parse(period.end))) {
    throw requestError('measurement_period', 'The end must be after the start');
  }
  if (packageId !== undefined && !buy.packages.some(({ bookingId }) => String(bookingId) === packageId)) {
    throw new AdcpError('PACKAGE_NOT_FOUND', { message: 'The media buy has no such package', field: 'package_id' });
  }
  const creative = creativeId === undefined ? null : await readOwnCreative(context, creativeId, buy.accountId);
  if (creativeId !== undefined && creative === null) {
    throw new AdcpError('CREATIVE_NOT_FOUND', { message: 'There is no such creative', field: 'creative_id' });
  }
  const text = textOf(request, creative);
  await inTransaction(services.database, (transaction) =>
    createComment(
      { services, caller, requestId, transaction },
      { kind: 'campaigns', objectId: buy.campaignId, text, mentionIds: [], uploadIds: [] },
      [],
    ),
  );
  return { success: true };
}

async function readBuy({ services, buyer }: SellerContext, mediaBuyId: string): Promise<StoredMediaBuy> {
  const [buy] = await readMediaBuys(services.database, buyer, { protocolIds: [mediaBuyId] });
  const isOwn = buy !== undefined && buyer.accounts.some(({ accountId }) => accountId === buy.accountId);
  if (isOwn && buy.confirmedAt !== null) return buy;
  throw new AdcpError('MEDIA_BUY_NOT_FOUND', { message: 'There is no such media buy', field: 'media_buy_id' });
}

/** All values are numbers, dates and codes of the protocol: a buyer cannot write text into the comment. */
function textOf(request: FeedbackCall, creative: number | null): string {
  const { performance_index: index, metric_type: metric = 'overall_performance', package_id: packageId } = request;
  const { feedback_source: source = 'buyer_attribution', measurement_period: period } = request;
  const [start, end] = [period.start, period.end].map((time) => new Date(time).toISOString().slice(0, 10));
  return [
    `Performance feedback of the buyer: ${index} (1 = as expected)`,
    `Metric: ${metric}`,
    `Source: ${source}`,
    `Period: ${start} to ${end}`,
    ...(packageId === undefined ? [] : [`Booking: ${packageId}`]),
    ...(creative === null ? [] : [`Creative: ${creative}`]),
  ].join('\n');
}
