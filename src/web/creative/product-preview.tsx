import { Text, Title } from '@mantine/core';
import type { Creative } from '../../client/generated/types.gen.ts';
import { Thumbnail } from '../ui/display/thumbnail.tsx';
import { TextLink } from '../ui/page/link.tsx';
import { usePictures } from './model/use-pictures.ts';

const pictureWidth = 960;

/** What a creative of a product shows; how, is for the page that asks for it. */
export function ProductPreview({ creative }: { readonly creative: Creative }) {
  const pictureOf = usePictures([creative], pictureWidth);
  return (
    <>
      <Title order={2} mb="xs">
        Product
      </Title>
      <Thumbnail kind="product" url={pictureOf(creative)} size="large" />
      <Text fz="sm" mt="xs">
        It shows <TextLink to={`/products/${creative.productId}`}>{creative.name}</TextLink> as the catalogue has it
        now: a change there is shown within a second, and what is sold out nowhere.
      </Text>
    </>
  );
}
