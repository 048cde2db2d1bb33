import { Box, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Format } from '../../client/generated/types.gen.ts';
import { fieldError } from '../api/use-draft.ts';
import { t } from '../i18n/t.ts';
import { FileDrop } from '../upload/file-drop.tsx';
import { FormStep } from './form-step.tsx';

const imageEndings = ['.png', '.jpg', '.jpeg', '.gif', '.webp', '.avif', '.svg'];
/** Largest size of the preview in pixels. */
const preview = { width: 240, height: 120 };

/** The creative: a test image or an uploaded image. */
export function CreativeStep(props: {
  readonly format: Format | undefined;
  readonly image: File | null;
  readonly setImage: (image: File | null) => void;
  readonly clickUrl: string;
  readonly setClickUrl: (url: string) => void;
  readonly error: unknown;
}) {
  const { format, image, setImage } = props;
  const [source, setSource] = useState('test');
  const choose = (next: string) => {
    setSource(next);
    if (next === 'test') setImage(null);
  };
  return (
    <FormStep number={4} title={t('firstAd.title.creative')} text={t('firstAd.text.creative')}>
      <Stack gap="sm">
        <Radio.Group aria-label={t('firstAd.title.creative')} value={source} onChange={choose}>
          <Group gap="lg">
            <Radio value="test" label={t('firstAd.label.testImage')} />
            <Radio value="upload" label={t('firstAd.label.uploadImage')} />
          </Group>
        </Radio.Group>
        {source === 'test' && format !== undefined && <TestImage format={format} />}
        {source === 'upload' && (
          <Box>
            <FileDrop
              isSingle
              endings={imageEndings}
              onFiles={([file]) => setImage(file ?? null)}
              hint={t('firstAd.hint.image', { width: format?.width ?? 0, height: format?.height ?? 0 })}
            />
            {image !== null && (
              <Text fz="sm" mt={4}>
                {image.name}
              </Text>
            )}
          </Box>
        )}
        <TextInput
          label={t('firstAd.label.clickUrl')}
          description={t('firstAd.hint.clickUrl')}
          type="url"
          placeholder="https://"
          value={props.clickUrl}
          onChange={(event) => props.setClickUrl(event.currentTarget.value)}
          error={fieldError(props.error, 'clickUrl')}
        />
      </Stack>
    </FormStep>
  );
}

function TestImage({ format }: { readonly format: Format }) {
  const width = format.width ?? 0;
  const height = format.height ?? 0;
  const scale = Math.min(1, preview.width / width, preview.height / height);
  return (
    <img
      src={`/api/v1/test-image?width=${width}&height=${height}`}
      alt={t('firstAd.label.testImage')}
      width={Math.round(width * scale)}
      height={Math.round(height * scale)}
    />
  );
}
