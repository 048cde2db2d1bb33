import { useEffect, useState } from 'react';
import type { Creative } from '../../../client/generated/types.gen.ts';
import { type FocalPoint, hasAspectRatio, imageCenter, keptFocalPoint } from '../../../core/creative/image-crop.ts';
import { useFormats } from '../../inventory/model/formats-query.ts';
import { type FileFacts, fileKind, readFileFacts } from '../model/file-facts.ts';

type ReadImage = FileFacts & { readonly file: File; readonly url: string };

/**
 * The crop of an image that replaces the file of a creative. It starts at the focal point of the replaced file if the
 * aspect ratio is the same, otherwise in the center. Null: the image is not cropped.
 */
export function useReplacementCrop(file: File | null, creative: Creative) {
  const formatOf = useFormats();
  const image = useImage(file, creative.kind);
  const [chosen, setChosen] = useState<{ readonly file: File; readonly focalPoint: FocalPoint } | null>(null);
  const format = formatOf(creative.formatId);
  if (file === null || image === null || image.width === null || image.height === null) return null;
  if (format === undefined || format.width === null || format.height === null) return null;
  const sizes = {
    image: { width: image.width, height: image.height },
    format: { width: format.width, height: format.height },
  };
  if (hasAspectRatio(sizes.image, sizes.format)) return null;
  const previous = (creative.pendingVersion ?? creative).assets[0]?.crop ?? null;
  return {
    ...sizes,
    url: image.url,
    value: chosen?.file === file ? chosen.focalPoint : (keptFocalPoint(sizes.image, previous) ?? imageCenter),
    onChange: (focalPoint: FocalPoint) => setChosen({ file, focalPoint }),
  };
}

/** Size and blob URL of a selected image. Null: not read yet, or not an image. */
function useImage(file: File | null, kind: string): ReadImage | null {
  const [image, setImage] = useState<ReadImage | null>(null);
  useEffect(() => {
    if (file === null || kind !== 'image' || fileKind(file.name) !== 'image') return undefined;
    const url = URL.createObjectURL(file);
    let isCurrent = true;
    void readFileFacts(file, 'image', url).then((facts) => {
      if (isCurrent) setImage({ ...facts, file, url });
    });
    return () => {
      isCurrent = false;
      URL.revokeObjectURL(url);
    };
  }, [file, kind]);
  return image?.file === file ? image : null;
}
