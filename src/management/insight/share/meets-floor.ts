import { type RawBuilder, sql } from 'kysely';
import { floorModel } from '../../../core/pricing/price-model.ts';

/** Columns of the price of a booking. */
type Price = {
  readonly model: RawBuilder<string | null>;
  readonly micros: RawBuilder<number | null>;
  readonly currency: RawBuilder<string | null>;
};

/**
 * Returns a condition: the price of a booking meets the bid floor of `position`, compared as in a decision. Source:
 * docs/decisions/0122-floor-and-brand-limit.md.
 */
export function meetsFloor({ model, micros, currency }: Price): RawBuilder<boolean> {
  return sql<boolean>`(coalesce(position.floor_micros, 0) = 0 or coalesce(
    ${model} = ${sql.lit(floorModel)} and ${currency} = position.floor_currency and ${micros} >= position.floor_micros, false))`;
}
