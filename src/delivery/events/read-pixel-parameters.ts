import type { RequestParameters } from '../../core/decision/ad-request.ts';
import { clickEventIdOf } from '../../core/vocabulary/attribution-rule.ts';
import { maxLineMicros, maxOrderIdLength } from '../../core/vocabulary/limits/conversion-limits.ts';
import { microsFromDecimal } from '../../core/vocabulary/money.ts';
import type { ConversionRecord } from '../../exchange/journal/conversion-record.ts';

/** A parameter of a pixel that cannot be read, with its reason. */
export class InvalidConversionError extends Error {}

type PixelParameters = Pick<ConversionRecord, 'value' | 'clickEventId'> & { readonly orderId: string | null };

/**
 * Reads the parameters of a pixel. Throws an `InvalidConversionError` for an order ID or a value that would be counted
 * incorrectly. Empty parameters count as missing. An unknown click ID is ignored, because visitors can change it.
 */
export function readPixelParameters(parameters: Pick<RequestParameters, 'get'>): PixelParameters {
  const textOf = (name: string) => parameters.get(name)?.[0]?.trim() || null;
  const orderId = textOf('order');
  if (orderId !== null && (orderId.length > maxOrderIdLength || /[\p{Cc}\p{Cs}]/u.test(orderId))) {
    throw new InvalidConversionError(
      `The parameter order must have at most ${maxOrderIdLength} characters and no control characters.`,
    );
  }
  const click = textOf('click');
  return {
    orderId,
    value: readValue(textOf('value'), textOf('currency')),
    clickEventId: click === null ? null : clickEventIdOf(click),
  };
}

function readValue(amount: string | null, currency: string | null): ConversionRecord['value'] {
  if (amount === null && currency === null) return null;
  const micros = microsFromDecimal(amount ?? '');
  if (micros === null || micros > maxLineMicros) {
    throw new InvalidConversionError(
      `The parameter value must be a decimal number of at most ${maxLineMicros / 1_000_000}, such as 12.50.`,
    );
  }
  if (currency === null || !/^[A-Z]{3}$/.test(currency)) {
    throw new InvalidConversionError('The parameter currency must be an ISO 4217 code, such as EUR.');
  }
  return { micros, currency };
}
