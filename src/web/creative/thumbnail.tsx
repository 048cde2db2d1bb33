import { Icon, type IconName } from '../ui/icon.tsx';
import classes from './thumbnail.module.css';

const iconOfKind: Readonly<Record<string, IconName>> = {
  audio: 'sound',
  booking: 'campaign',
  html: 'markup',
  html5: 'markup',
  image: 'creative',
  vast: 'film',
  video: 'film',
};

/** A creative at a glance: its picture where it has one, else a sign of its kind. */
export function Thumbnail({
  kind,
  url,
  size = 'small',
}: {
  readonly kind: string;
  readonly url: string | null;
  readonly size?: 'small' | 'large';
}) {
  return (
    <span className={classes.frame} data-size={size}>
      {url === null ? (
        <Icon name={iconOfKind[kind] ?? 'creative'} size={size === 'large' ? 32 : 18} />
      ) : (
        <img src={url} alt="" loading="lazy" className={classes.image} />
      )}
    </span>
  );
}
