import { Anchor, Stack, Text } from '@mantine/core';
import type { LocationBody } from '../../../client/generated/types.gen.ts';
import { fieldError } from '../../api/use-draft.ts';
import { useMe } from '../../api/use-me.ts';
import { t } from '../../i18n/t.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { DraftTextField } from '../../ui/field/draft-text-field.tsx';
import { ExternalIdField } from '../../ui/field/external-id-field.tsx';
import { ReferenceSelect } from '../../ui/field/reference-select.tsx';
import { Segments } from '../../ui/field/segments.tsx';
import { ObjectDrawer } from '../../ui/form/object-drawer.tsx';
import type { FieldsOf, OnCreated } from '../../ui/form/object-drawer-props.ts';
import { publicationChoices } from '../model/inventory-choices.ts';
import { locationKindOptions } from '../model/inventory-labels.ts';
import { locationClient } from '../model/inventory-resources.ts';
import { mapUrlOf } from '../model/screen-labels.ts';
import { ScreenFields, type ScreenValues } from './screen-fields.tsx';

type Kind = NonNullable<LocationBody['kind']>;
type Values = {
  readonly publicationId: number | null;
  readonly name: string | null;
  readonly code: string;
  readonly kind: Kind;
  readonly screen: ScreenValues | null;
  readonly externalId: string | null;
};

/** The form that creates or changes a location. */
export function LocationDrawer(props: {
  readonly id: number | null;
  readonly publicationId?: number;
  readonly name?: string;
  readonly onCreated?: OnCreated;
  readonly close: () => void;
}) {
  const me = useMe();
  const fresh: Values = {
    publicationId: props.publicationId ?? null,
    name: props.name || null,
    code: '',
    kind: 'page',
    screen: null,
    externalId: null,
  };
  return (
    <ObjectDrawer
      resource={locationClient}
      id={props.id}
      fresh={fresh}
      valuesOf={({ publicationId, name, code, kind, screen, externalId }): Values => ({
        publicationId,
        name,
        code,
        kind: kind as Kind,
        screen,
        externalId,
      })}
      head={({ screen }) => <MapLink screen={screen} />}
      fields={(form) => <LocationFields {...form} />}
      isComplete={({ code, publicationId }) => code !== '' && publicationId !== null}
      mayWrite={me.may('inventory:write')}
      archiveText={t('inventory.text.archiveLocation')}
      onCreated={props.onCreated}
      close={props.close}
    />
  );
}

function MapLink({ screen }: { readonly screen: ScreenValues | null }) {
  const url = mapUrlOf(screen);
  if (url === null) return null;
  return (
    <Anchor href={url} target="_blank" rel="noreferrer" fz="sm">
      {t('inventory.action.viewOnMap')} <Icon name="newWindow" size={13} />
    </Anchor>
  );
}

function LocationFields({ draft, error, isNew }: FieldsOf<Values>) {
  const { values, set } = draft;
  return (
    <>
      <DraftTextField
        draft={draft}
        error={error}
        name="code"
        label={t('inventory.label.code')}
        description={isNew ? t('inventory.hint.locationCode') : t('inventory.hint.storedLocationCode')}
        required
        data-autofocus
        maxLength={100}
      />
      <DraftTextField
        draft={draft}
        error={error}
        name="name"
        emptyIsNull
        label={t('common.label.name')}
        description={t('inventory.hint.nameOrCode')}
        maxLength={255}
      />
      <Stack gap={4} role="group" aria-label={t('common.label.type')}>
        <Text fz="sm" fw={500} component="span">
          {t('common.label.type')}
        </Text>
        <Segments
          fullWidth
          size="xs"
          data={locationKindOptions()}
          value={values.kind}
          onChange={(kind) => {
            set('kind', kind as Kind);
            // Only screens have screen data.
            if (kind !== 'screen') set('screen', null);
          }}
        />
      </Stack>
      {values.kind === 'screen' && (
        <ScreenFields screen={values.screen} onChange={(screen) => set('screen', screen)} error={error} />
      )}
      <ReferenceSelect
        label={t('inventory.label.publication')}
        required
        source={publicationChoices}
        value={values.publicationId}
        onChange={(id) => set('publicationId', id)}
        error={fieldError(error, 'publicationId')}
      />
      <ExternalIdField draft={draft} error={error} />
    </>
  );
}
