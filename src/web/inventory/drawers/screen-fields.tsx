import { Fieldset, Group, NumberInput, SegmentedControl, SimpleGrid, Stack, TagsInput, Text } from '@mantine/core';
import type { Screen } from '../../../client/generated/types.gen.ts';
import { fieldError } from '../../api/use-draft.ts';
import { WeekGrid } from '../../ui/time/week-grid.tsx';

/** What a person writes of a screen; a member that is not known is null. */
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
  geo: null,
};

/** Where a screen hangs, when it is seen, and how its loop goes. */
export function ScreenFields(props: {
  readonly screen: ScreenValues | null;
  readonly onChange: (screen: ScreenValues) => void;
  readonly error: unknown;
}) {
  const screen = { ...unknown, ...props.screen };
  const set = (change: Partial<ScreenValues>) => props.onChange({ ...screen, ...change });
  const errorOf = (name: keyof ScreenValues) => fieldError(props.error, `screen/${name}`);
  const wholeNumber = (name: 'width' | 'height' | 'loopSeconds' | 'slotSeconds', label: string, suffix: string) => (
    <NumberInput
      label={label}
      min={1}
      allowDecimal={false}
      suffix={suffix}
      value={screen[name] ?? ''}
      onChange={(value) => set({ [name]: value === '' ? null : Number(value) })}
      error={errorOf(name)}
    />
  );
  return (
    <Fieldset legend="Screen" p="sm">
      <Stack gap="sm">
        <Stack gap={4} role="group" aria-label="Orientation">
          <Text fz="sm" fw={500} component="span">
            Orientation
          </Text>
          <SegmentedControl
            size="xs"
            data={[
              { value: '', label: 'Not known' },
              { value: 'landscape', label: 'Landscape' },
              { value: 'portrait', label: 'Portrait' },
            ]}
            value={screen.orientation ?? ''}
            onChange={(value) => set({ orientation: value === '' ? null : (value as 'landscape' | 'portrait') })}
          />
        </Stack>
        <SimpleGrid cols={2} spacing="sm">
          {wholeNumber('width', 'Width', ' px')}
          {wholeNumber('height', 'Height', ' px')}
          {wholeNumber('loopSeconds', 'Loop', ' s')}
          {wholeNumber('slotSeconds', 'One ad of it', ' s')}
        </SimpleGrid>
        <PlaceFields geo={screen.geo ?? null} onChange={(geo) => set({ geo })} error={errorOf('geo')} />
        <TagsInput
          label="Kinds of place"
          description="Codes of the OpenOOH taxonomy, such as retail.grocery"
          value={screen.venueTypes}
          onChange={(venueTypes) => set({ venueTypes })}
          error={errorOf('venueTypes')}
          maxTags={10}
          clearable
        />
        <AudienceFields
          thousandths={screen.multiplierThousandths ?? null}
          onChange={(multiplierThousandths) => set({ multiplierThousandths })}
          error={errorOf('multiplierThousandths')}
        />
        <div>
          <Text fz="sm" fw={500}>
            Opening hours
          </Text>
          <Text fz="xs" c="dimmed" mb={4}>
            When somebody can see it, by the clock of its publication; none: always
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

/** How many people see one play in each hour; none: one, in all. */
function AudienceFields(props: {
  readonly thousandths: readonly number[] | null;
  readonly onChange: (thousandths: Multipliers) => void;
  readonly error: string | undefined;
}) {
  const known = props.thousandths ?? Array.from({ length: hoursOfDay }, () => thousandths);
  return (
    <Stack gap={4} role="group" aria-label="People who see a play">
      <Text fz="sm" fw={500} component="span">
        People who see a play
      </Text>
      <Text fz="xs" c="dimmed">
        By the hour of the publication’s clock; reports multiply plays by it
      </Text>
      <SimpleGrid cols={{ base: 4, sm: 6 }} spacing={6} verticalSpacing={6}>
        {known.map((people, hour) => (
          <NumberInput
            // biome-ignore lint/suspicious/noArrayIndexKey: an hour is its place.
            key={hour}
            aria-label={`From ${hour} to ${hour + 1} o’clock`}
            leftSection={<Text fz="xs">{hour}h</Text>}
            size="xs"
            min={0}
            decimalScale={3}
            hideControls
            value={people / thousandths}
            onChange={(value) => {
              const next = Math.round(Number(value === '' ? 0 : value) * thousandths);
              props.onChange(known.map((before, each) => (each === hour ? next : before)) as Multipliers);
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

/** Both degrees or none: half a place is nowhere. */
function PlaceFields(props: {
  readonly geo: Geo | null;
  readonly onChange: (geo: Geo | null) => void;
  readonly error: string | undefined;
}) {
  const { geo, onChange } = props;
  const degrees = (name: keyof Geo, label: string, most: number) => (
    <NumberInput
      label={label}
      min={-most}
      max={most}
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
      {degrees('latitude', 'Latitude', 90)}
      {degrees('longitude', 'Longitude', 180)}
    </Group>
  );
}
