import { ActionIcon, Button, Checkbox, Group, Input, NumberInput, Paper, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { TemplateField } from '../../../client/generated/types.gen.ts';
import { nativeAssets, templateFieldKinds } from '../../../core/creative/template-field.ts';
import { t } from '../../i18n/t.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { Select, TagsInput } from '../../ui/field/selects.tsx';

type Row = { readonly key: number; readonly field: TemplateField };

/** The fields of a format's template. Creatives of kinds native and advar fill them in. */
export function TemplateEditor(props: {
  readonly value: readonly TemplateField[];
  readonly onChange: (fields: readonly TemplateField[]) => void;
  readonly error?: string | undefined;
}) {
  const [rows, setRows] = useState<readonly Row[]>(() => props.value.map((field, key) => ({ key, field })));
  const change = (next: readonly Row[]) => {
    setRows(next);
    props.onChange(next.map(({ field }) => field));
  };
  const put = (key: number, part: Partial<TemplateField>) =>
    change(rows.map((row) => (row.key === key ? { key, field: { ...row.field, ...part } } : row)));
  const add = () => change([...rows, { key: Math.max(-1, ...rows.map(({ key }) => key)) + 1, field: emptyField }]);
  return (
    <Input.Wrapper
      label={t('inventory.label.templateFields')}
      description={t('inventory.hint.templateFields')}
      labelElement="div"
      error={props.error}
    >
      <Stack gap="xs" mt={6}>
        {rows.map(({ key, field }, index) => (
          <FieldRow
            key={key}
            number={index + 1}
            field={field}
            put={(part) => put(key, part)}
            remove={() => change(rows.filter((row) => row.key !== key))}
          />
        ))}
        <Group>
          <Button variant="subtle" size="compact-sm" leftSection={<Icon name="add" size={13} />} onClick={add}>
            {t('inventory.action.addField')}
          </Button>
        </Group>
      </Stack>
    </Input.Wrapper>
  );
}

const emptyField: TemplateField = {
  name: '',
  label: null,
  kind: 'text',
  required: false,
  minLength: null,
  maxLength: null,
  min: null,
  max: null,
  choices: [],
  width: null,
  height: null,
  maxBytes: null,
  asset: null,
};

function FieldRow(props: {
  readonly number: number;
  readonly field: TemplateField;
  readonly put: (part: Partial<TemplateField>) => void;
  readonly remove: () => void;
}) {
  const { number, field, put } = props;
  // The API rejects bounds of another kind.
  const chooseKind = (kind: TemplateField['kind']) =>
    put({ ...emptyField, name: field.name, label: field.label, required: field.required, asset: field.asset, kind });
  return (
    <Paper p="xs" role="group" aria-label={t('inventory.label.field', { number })}>
      <Group gap={6} wrap="nowrap" align="flex-end">
        <TextInput
          label={t('common.label.name')}
          description={t('inventory.hint.fieldName')}
          flex={1}
          maxLength={40}
          value={field.name}
          onChange={(event) => put({ name: event.currentTarget.value })}
        />
        <Select
          label={t('common.label.type')}
          flex={1}
          data={templateFieldKinds.map((value) => ({ value, label: t(`inventory.fieldKind.${value}`) }))}
          value={field.kind}
          onChange={(kind) => chooseKind((kind ?? 'text') as TemplateField['kind'])}
          allowDeselect={false}
        />
        <ActionIcon
          color="gray"
          mb={6}
          aria-label={t('inventory.action.removeField', { number })}
          onClick={props.remove}
        >
          <Icon name="remove" />
        </ActionIcon>
      </Group>
      <Group gap={6} grow align="flex-start" mt={6}>
        <TextInput
          label={t('inventory.label.fieldLabel')}
          placeholder={t('inventory.hint.fieldLabel')}
          maxLength={100}
          value={field.label ?? ''}
          onChange={(event) => put({ label: event.currentTarget.value || null })}
        />
        <Select
          label={t('inventory.label.nativeAsset')}
          placeholder={t('common.label.none')}
          data={nativeAssets}
          value={field.asset}
          onChange={(asset) => put({ asset: asset as TemplateField['asset'] })}
          clearable
          clearButtonProps={{ 'aria-label': t('inventory.action.clearAsset') }}
        />
      </Group>
      <FieldBounds field={field} put={put} />
      <Checkbox
        mt="xs"
        size="xs"
        label={t('inventory.label.required')}
        checked={field.required}
        onChange={(event) => put({ required: event.currentTarget.checked })}
      />
    </Paper>
  );
}

type Bound = 'minLength' | 'maxLength' | 'min' | 'max' | 'width' | 'height';
type Bounds = readonly [Bound, Bound];

const lengths: Bounds = ['minLength', 'maxLength'];
const boundsOf: Readonly<Record<Exclude<TemplateField['kind'], 'choice' | 'url'>, Bounds>> = {
  text: lengths,
  longtext: lengths,
  number: ['min', 'max'],
  image: ['width', 'height'],
};

function FieldBounds({
  field,
  put,
}: {
  readonly field: TemplateField;
  readonly put: (part: Partial<TemplateField>) => void;
}) {
  const bound = (name: Bound) => (
    <NumberInput
      label={t(`inventory.label.${name}`)}
      placeholder={t('inventory.label.any')}
      value={field[name] ?? ''}
      onChange={(value) => put({ [name]: value === '' ? null : Number(value) })}
    />
  );
  if (field.kind === 'choice')
    return (
      <TagsInput
        mt={6}
        label={t('inventory.label.choices')}
        description={t('inventory.hint.choices')}
        value={[...field.choices]}
        onChange={(choices) => put({ choices })}
      />
    );
  if (field.kind === 'url') return null;
  const [minimum, maximum] = boundsOf[field.kind];
  return (
    <Group gap={6} grow mt={6}>
      {bound(minimum)}
      {bound(maximum)}
    </Group>
  );
}
