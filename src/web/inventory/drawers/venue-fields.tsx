import { NumberInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import type { Screen } from '../../../client/generated/types.gen.ts';
import { storeZones } from '../../../core/vocabulary/codes/store-zones.ts';
import { t } from '../../i18n/t.ts';
import { Segments } from '../../ui/field/segments.tsx';
import { MultiSelect, Select } from '../../ui/field/selects.tsx';
import { venueTypeOptions } from '../model/venue-labels.ts';

/** Venue types, chain, store, zone, diagonal and audio of a screen. */
export function VenueFields(props: {
  readonly screen: Screen;
  readonly set: (change: Partial<Screen>) => void;
  readonly errorOf: (name: keyof Screen) => string | undefined;
}) {
  const { screen, set, errorOf } = props;
  const nameField = (name: 'chain' | 'store', label: string, hint: string) => (
    <TextInput
      label={label}
      description={hint}
      value={screen[name] ?? ''}
      onChange={(event) => set({ [name]: event.currentTarget.value || null })}
      error={errorOf(name)}
    />
  );
  return (
    <>
      <MultiSelect
        label={t('inventory.label.venueTypes')}
        description={t('inventory.hint.venueTypes')}
        data={venueTypeOptions(screen.venueTypes)}
        value={screen.venueTypes}
        onChange={(venueTypes) => set({ venueTypes })}
        error={errorOf('venueTypes')}
        maxValues={10}
        searchable
        clearable
        limit={60}
        nothingFoundMessage={t('targeting.label.noMatch')}
      />
      <SimpleGrid cols={2} spacing="sm">
        {nameField('chain', t('inventory.label.chain'), t('inventory.hint.chain'))}
        {nameField('store', t('inventory.label.store'), t('inventory.hint.store'))}
        <Select
          label={t('inventory.label.storeZone')}
          data={storeZones.map((value) => ({ value, label: t(`inventory.storeZone.${value}`) }))}
          value={screen.zone ?? null}
          onChange={(zone) => set({ zone })}
          error={errorOf('zone')}
          clearable
        />
        <NumberInput
          label={t('inventory.label.diagonal')}
          min={0}
          decimalScale={1}
          value={screen.diagonalInches ?? ''}
          onChange={(value) => set({ diagonalInches: value === '' ? null : Number(value) })}
          error={errorOf('diagonalInches')}
        />
      </SimpleGrid>
      <Stack gap={4} role="group" aria-label={t('inventory.label.audio')}>
        <Text fz="sm" fw={500} component="span">
          {t('inventory.label.audio')}
        </Text>
        <Segments
          size="xs"
          data={[
            { value: '', label: t('common.label.unknown') },
            { value: 'yes', label: t('inventory.audio.yes') },
            { value: 'no', label: t('inventory.audio.no') },
          ]}
          value={screen.hasAudio === true ? 'yes' : screen.hasAudio === false ? 'no' : ''}
          onChange={(value) => set({ hasAudio: value === '' ? null : value === 'yes' })}
        />
      </Stack>
    </>
  );
}
