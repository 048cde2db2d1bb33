import { Box, Slider, Stack, Text } from '@mantine/core';
import { useMove } from '@mantine/hooks';
import { cropAround, type FocalPoint } from '../../../core/creative/image-crop.ts';
import { t } from '../../i18n/t.ts';
import classes from './crop-field.module.css';

type Size = { readonly width: number; readonly height: number };

type CropFieldProps = {
  readonly url: string;
  readonly fileName: string;
  /** Size of the image. */
  readonly image: Size;
  /** Size of the format, which has another aspect ratio. */
  readonly format: Size;
  readonly value: FocalPoint;
  readonly onChange: (focalPoint: FocalPoint) => void;
};

const wholePercent = 100;

/** Selects the part of an image that its format shows, by dragging or with a slider. */
export function CropField({ url, fileName, image, format, value, onChange }: CropFieldProps) {
  const { ref } = useMove(({ x, y }) => onChange({ x: x * wholePercent, y: y * wholePercent }));
  const { left, top, width, height } = cropAround(image, format, value);
  const axis = width < image.width ? 'x' : 'y';
  const percentOf = (part: number, whole: number) => `${(part / whole) * wholePercent}%`;
  return (
    <Stack gap={6} mt={4} className={classes.field}>
      <Text fz="xs" c="dimmed">
        {t('creative.hint.crop', { width: String(format.width), height: String(format.height) })}
      </Text>
      <Box ref={ref} className={classes.image}>
        <img src={url} alt="" draggable={false} />
        <div
          className={classes.frame}
          style={{
            left: percentOf(left, image.width),
            top: percentOf(top, image.height),
            width: percentOf(width, image.width),
            height: percentOf(height, image.height),
          }}
        />
      </Box>
      <Slider
        size="sm"
        label={null}
        value={value[axis]}
        onChange={(percent) => onChange({ ...value, [axis]: percent })}
        thumbLabel={t('creative.label.cropOf', { file: fileName })}
      />
    </Stack>
  );
}
