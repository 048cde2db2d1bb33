import { useState } from 'react';
import { Icon, type IconName } from './icon.tsx';
import classes from './thumbnail.module.css';

const iconOfKind: Readonly<Record<string, IconName>> = {
  audio: 'sound',
  booking: 'campaign',
  html: 'markup',
  html5: 'markup',
  image: 'creative',
  product: 'product',
  vast: 'video',
  video: 'video',
};

/** The image of a creative or product. An icon of its kind if there is no image, until it is loaded, or if it cannot be loaded. */
export function Thumbnail({
  kind,
  url,
  size = 'small',
}: {
  readonly kind: string;
  readonly url: string | null;
  readonly size?: 'small' | 'large';
}) {
  const [broken, setBroken] = useState<string | null>(null);
  const [loaded, setLoaded] = useState<string | null>(null);
  return (
    <span className={classes.frame} data-size={size}>
      {(url === null || url !== loaded) && (
        <Icon name={iconOfKind[kind] ?? 'creative'} size={size === 'large' ? 32 : 18} />
      )}
      {url !== null && url !== broken && (
        <img
          src={url}
          alt=""
          loading="lazy"
          // Image hosts of shops do not learn which page shows the image.
          referrerPolicy="no-referrer"
          className={classes.image}
          onLoad={() => setLoaded(url)}
          onError={() => setBroken(url)}
        />
      )}
    </span>
  );
}
