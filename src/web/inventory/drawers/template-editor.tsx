import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  Input,
  NumberInput,
  Paper,
  Select,
  Stack,
  TagsInput,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import type { TemplateField } from '../../../client/generated/types.gen.ts';
import { nativeAssets, templateFieldKinds } from '../../../core/creative/template-field.ts';
import { Icon } from '../../ui/display/icon.tsx';

type Row = { readonly key: number; readonly field: TemplateField };

const kindWords: Readonly<Record<TemplateField['kind'], string>> = {
  text: 'One line of text',
  longtext: 'Lines of text',
  url: 'Address',
  image: 'Image',
  number: 'Number',
  choice: 'Choice',
};
const kinds = templateFieldKinds.map((kind) => ({ value: kind, label: kindWords[kind] }));

/** What creatives of kinds native and advar fill in: the fields of a format's template. */
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
      label="Template fields"
      description="What native creatives and advars of this format are made of"
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
            Add a field
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
  // Bounds of one kind mean nothing to another, and are refused there.
  const chooseKind = (kind: TemplateField['kind']) =>
    put({ ...emptyField, name: field.name, label: field.label, required: field.required, asset: field.asset, kind });
  return (
    <Paper p="xs" role="group" aria-label={`Field ${number}`}>
      <Group gap={6} wrap="nowrap" align="flex-end">
        <TextInput
          label="Name"
          description="As in [field:name]"
          flex={1}
          maxLength={40}
          value={field.name}
          onChange={(event) => put({ name: event.currentTarget.value })}
        />
        <Select
          label="Kind"
          flex={1}
          data={kinds}
          value={field.kind}
          onChange={(kind) => chooseKind((kind ?? 'text') as TemplateField['kind'])}
          allowDeselect={false}
        />
        <ActionIcon color="gray" mb={6} aria-label={`Remove field ${number}`} onClick={props.remove}>
          <Icon name="remove" />
        </ActionIcon>
      </Group>
      <Group gap={6} grow align="flex-start" mt={6}>
        <TextInput
          label="Label"
          placeholder="Its name"
          maxLength={100}
          value={field.label ?? ''}
          onChange={(event) => put({ label: event.currentTarget.value || null })}
        />
        <Select
          label="Native asset"
          placeholder="None"
          data={nativeAssets}
          value={field.asset}
          onChange={(asset) => put({ asset: asset as TemplateField['asset'] })}
          clearable
          clearButtonProps={{ 'aria-label': 'No native asset' }}
        />
      </Group>
      <FieldBounds field={field} put={put} />
      <Checkbox
        mt="xs"
        size="xs"
        label="Every creative has it"
        checked={field.required}
        onChange={(event) => put({ required: event.currentTarget.checked })}
      />
    </Paper>
  );
}

type Bound = 'minLength' | 'maxLength' | 'min' | 'max' | 'width' | 'height';
type Bounds = readonly [readonly [Bound, string], readonly [Bound, string]];

const lengths: Bounds = [
  ['minLength', 'Characters, least'],
  ['maxLength', 'Characters, most'],
];
const boundsOf: Readonly<Record<Exclude<TemplateField['kind'], 'choice' | 'url'>, Bounds>> = {
  text: lengths,
  longtext: lengths,
  number: [
    ['min', 'Least'],
    ['max', 'Most'],
  ],
  image: [
    ['width', 'Width in pixels'],
    ['height', 'Height in pixels'],
  ],
};

function FieldBounds({
  field,
  put,
}: {
  readonly field: TemplateField;
  readonly put: (part: Partial<TemplateField>) => void;
}) {
  const bound = (name: Bound, label: string) => (
    <NumberInput
      label={label}
      placeholder="Any"
      value={field[name] ?? ''}
      onChange={(value) => put({ [name]: value === '' ? null : Number(value) })}
    />
  );
  if (field.kind === 'choice')
    return (
      <TagsInput
        mt={6}
        label="Choices"
        description="Enter after each"
        value={[...field.choices]}
        onChange={(choices) => put({ choices })}
      />
    );
  if (field.kind === 'url') return null;
  const [least, most] = boundsOf[field.kind];
  return (
    <Group gap={6} grow mt={6}>
      {bound(...least)}
      {bound(...most)}
    </Group>
  );
}
