import { NumberInput, SimpleGrid } from '@mantine/core';
import type { Position } from '../../../client/generated/types.gen.ts';
import { fieldError } from '../../api/use-draft.ts';
import { MoneyFields } from '../../ui/field/money-fields.tsx';

/** What a position limits. */
export type LimitValues = Pick<Position, 'floor' | 'maxAds' | 'maxPerBrand'>;

const counts = [
  { name: 'maxAds', label: 'Most ads of one answer', description: 'Of a list; empty: as many as are asked for' },
  { name: 'maxPerBrand', label: 'Most ads of one brand', description: 'In one answer; empty: any number' },
] as const;

/** The least price that shows here, and how many ads an answer has. */
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
        label="Floor"
        description="Least price per 1,000 impressions; empty: none"
        value={values.floor}
        onChange={setFloor}
        error={fieldError(error, 'floor')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {counts.map(({ name, label, description }) => (
          <NumberInput
            key={name}
            label={label}
            description={description}
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
