import { type RawBuilder, sql } from 'kysely';
import { floorModel } from '../../../core/pricing/price-model.ts';

/** Where the price of a booking stands. */
type Price = {
  readonly model: RawBuilder<string | null>;
  readonly micros: RawBuilder<number | null>;
  readonly currency: RawBuilder<string | null>;
};

/**
 * True where the price of a booking meets the floor of `position`, as a decision compares them.
 * Source: docs/decisions/0122-floor-and-brand-limit.md.
 */
export function meetsFloor({ model, micros, currency }: Price): RawBuilder<boolean> {
  return sql<boolean>`(coalesce(position.floor_micros, 0) = 0 or coalesce(
    ${model} = ${sql.lit(floorModel)} and ${currency} = position.floor_currency and ${micros} >= position.floor_micros, false))`;
}
