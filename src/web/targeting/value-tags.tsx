import { type TagsInputProps, Text } from '@mantine/core';
import { t } from '../i18n/t.ts';
import { TagsInput } from '../ui/field/selects.tsx';

type Offered = Pick<
  TagsInputProps,
  'data' | 'searchValue' | 'onSearchChange' | 'filter' | 'renderOption' | 'inputContainer'
>;

export type ValueTagsProps = {
  readonly name: string;
  readonly example: string;
  readonly values: readonly string[];
  readonly onChange: (values: string[]) => void;
};

/** The values of a condition, typed or selected. */
export function ValueTags({ name, example, values, onChange, ...offered }: ValueTagsProps & Offered) {
  return (
    <>
      <Text fz="sm" w={{ base: '100%', sm: 150 }}>
        {name}
      </Text>
      <TagsInput
        aria-label={name}
        placeholder={values.length === 0 ? t('targeting.hint.values', { example }) : undefined}
        value={[...values]}
        onChange={onChange}
        splitChars={[',', ';']}
        acceptValueOnBlur
        style={{ flex: 1, minWidth: 160 }}
        size="xs"
        {...offered}
      />
    </>
  );
}
