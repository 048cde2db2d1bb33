import { NumberInput, SimpleGrid } from '@mantine/core';
import type { Position } from '../../../client/generated/types.gen.ts';
import { fieldError } from '../../api/use-draft.ts';
import { t } from '../../i18n/t.ts';
import { MoneyFields } from '../../ui/field/money-fields.tsx';

/** The limits of a position. */
export type LimitValues = Pick<Position, 'floor' | 'maxAds' | 'maxPerBrand'>;

const counts = ['maxAds', 'maxPerBrand'] as const;

/** The floor price of a position and the number of ads in a response. */
export function LimitFields({
  values,
  setFloor,
  setCount,
  error,
}: {
  readonly values: LimitValues;
  readonly setFloor: (floor: LimitValues['floor']) => void;
  readonly setCount: (name: 'maxAds' | 'maxPerBrand', count: number | null) => void;
  readonly error: unknown;
}) {
  return (
    <>
      <MoneyFields
        label={t('inventory.label.floor')}
        description={t('inventory.hint.floor')}
        value={values.floor}
        onChange={setFloor}
        error={fieldError(error, 'floor')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {counts.map((name) => (
          <NumberInput
            key={name}
            label={t(`inventory.label.${name}`)}
            description={t(`inventory.hint.${name}`)}
            min={1}
            allowDecimal={false}
            value={values[name] ?? ''}
            onChange={(count) => setCount(name, count === '' ? null : Number(count))}
            error={fieldError(error, name)}
          />
        ))}
      </SimpleGrid>
    </>
  );
}
