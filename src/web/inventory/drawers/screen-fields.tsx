import { Fieldset, Group, NumberInput, SimpleGrid, Stack, Text } from '@mantine/core';
import type { Screen } from '../../../client/generated/types.gen.ts';
import { fieldError } from '../../api/use-draft.ts';
import { t } from '../../i18n/t.ts';
import { Segments } from '../../ui/field/segments.tsx';
import { WeekGrid } from '../../ui/time/week-grid.tsx';
import { VenueFields } from './venue-fields.tsx';

/** The editable fields of a screen. Null: unknown. */
export type ScreenValues = Screen;

const unknown: ScreenValues = {
  width: null,
  height: null,
  orientation: null,
  openingHours: [],
  loopSeconds: null,
  slotSeconds: null,
  multiplierThousandths: null,
  venueTypes: [],
  chain: null,
  store: null,
  zone: null,
  diagonalInches: null,
  hasAudio: null,
  geo: null,
};

/** Size, venue, coordinates, opening hours, audience and loop of a screen. */
export function ScreenFields(props: {
  readonly screen: ScreenValues | null;
  readonly onChange: (screen: ScreenValues) => void;
  readonly error: unknown;
}) {
  const screen = { ...unknown, ...props.screen };
  const set = (change: Partial<ScreenValues>) => props.onChange({ ...screen, ...change });
  const errorOf = (name: keyof ScreenValues) => fieldError(props.error, `screen/${name}`);
  const wholeNumber = (name: 'width' | 'height' | 'loopSeconds' | 'slotSeconds', label: string) => (
    <NumberInput
      label={label}
      min={1}
      allowDecimal={false}
      value={screen[name] ?? ''}
      onChange={(value) => set({ [name]: value === '' ? null : Number(value) })}
      error={errorOf(name)}
    />
  );
  return (
    <Fieldset legend={t('inventory.label.screen')} p="sm">
      <Stack gap="sm">
        <Stack gap={4} role="group" aria-label={t('inventory.label.orientation')}>
          <Text fz="sm" fw={500} component="span">
            {t('inventory.label.orientation')}
          </Text>
          <Segments
            size="xs"
            data={[
              { value: '', label: t('common.label.unknown') },
              { value: 'landscape', label: t('inventory.orientation.landscape') },
              { value: 'portrait', label: t('inventory.orientation.portrait') },
            ]}
            value={screen.orientation ?? ''}
            onChange={(value) => set({ orientation: value === '' ? null : (value as 'landscape' | 'portrait') })}
          />
        </Stack>
        <SimpleGrid cols={2} spacing="sm">
          {wholeNumber('width', t('inventory.label.width'))}
          {wholeNumber('height', t('inventory.label.height'))}
          {wholeNumber('loopSeconds', t('inventory.label.loopLength'))}
          {wholeNumber('slotSeconds', t('inventory.label.slotLength'))}
        </SimpleGrid>
        <CoordinateFields geo={screen.geo ?? null} onChange={(geo) => set({ geo })} error={errorOf('geo')} />
        <VenueFields screen={screen} set={set} errorOf={errorOf} />
        <AudienceFields
          thousandths={screen.multiplierThousandths ?? null}
          onChange={(multiplierThousandths) => set({ multiplierThousandths })}
          error={errorOf('multiplierThousandths')}
        />
        <div>
          <Text fz="sm" fw={500}>
            {t('inventory.label.openingHours')}
          </Text>
          <Text fz="xs" c="dimmed" mb={4}>
            {t('inventory.hint.openingHours')}
          </Text>
          <WeekGrid parts={screen.openingHours} onChange={(openingHours) => set({ openingHours })} />
        </div>
      </Stack>
    </Fieldset>
  );
}

/** One entry for each hour of the day. */
type Multipliers = NonNullable<Screen['multiplierThousandths']>;

const hoursOfDay = 24;
const thousandths = 1_000;

/** Viewers of one play for each hour of the day. Null: one viewer in every hour. */
function AudienceFields(props: {
  readonly thousandths: readonly number[] | null;
  readonly onChange: (thousandths: Multipliers) => void;
  readonly error: string | undefined;
}) {
  const known = props.thousandths ?? Array.from({ length: hoursOfDay }, () => thousandths);
  return (
    <Stack gap={4} role="group" aria-label={t('inventory.label.viewersPerPlay')}>
      <Text fz="sm" fw={500} component="span">
        {t('inventory.label.viewersPerPlay')}
      </Text>
      <Text fz="xs" c="dimmed">
        {t('inventory.hint.viewersPerPlay')}
      </Text>
      <SimpleGrid cols={{ base: 4, sm: 6 }} spacing={6} verticalSpacing={6}>
        {known.map((viewers, hour) => (
          <NumberInput
            // biome-ignore lint/suspicious/noArrayIndexKey: the index is the hour.
            key={hour}
            aria-label={t('inventory.label.viewersInHour', { from: hour, to: hour + 1 })}
            leftSection={<Text fz="xs">{t('inventory.label.hour', { hour })}</Text>}
            size="xs"
            min={0}
            decimalScale={3}
            hideControls
            value={viewers / thousandths}
            onChange={(value) => {
              const next = Math.round(Number(value === '' ? 0 : value) * thousandths);
              props.onChange(known.map((before, index) => (index === hour ? next : before)) as Multipliers);
            }}
          />
        ))}
      </SimpleGrid>
      {props.error !== undefined && (
        <Text fz="xs" c="var(--mantine-color-error)" role="alert">
          {props.error}
        </Text>
      )}
    </Stack>
  );
}

type Geo = { readonly latitude: number; readonly longitude: number };

/** Latitude and longitude. Both are set or neither. */
function CoordinateFields(props: {
  readonly geo: Geo | null;
  readonly onChange: (geo: Geo | null) => void;
  readonly error: string | undefined;
}) {
  const { geo, onChange } = props;
  const degrees = (name: keyof Geo, label: string, max: number) => (
    <NumberInput
      label={label}
      min={-max}
      max={max}
      decimalScale={6}
      hideControls
      suffix="°"
      value={geo?.[name] ?? ''}
      onChange={(value) => {
        if (value === '') onChange(null);
        else if (typeof value === 'number') onChange({ latitude: 0, longitude: 0, ...geo, [name]: value });
      }}
      error={props.error}
      flex="1 1 8rem"
    />
  );
  return (
    <Group gap="sm" align="flex-start">
      {degrees('latitude', t('inventory.label.latitude'), 90)}
      {degrees('longitude', t('inventory.label.longitude'), 180)}
    </Group>
  );
}
