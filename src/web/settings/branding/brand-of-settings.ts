import { accentShades, isReadableAccent } from '../../../core/vocabulary/color/accent-color.ts';
import type { Brand } from '../../ui/page/brand.ts';

type BrandedSettings = {
  readonly accountName: string | null;
  readonly accentColor: string | null;
  readonly logoPath: string | null;
};

/** The branding that settings describe. An unreadable color, as while it is typed, counts as none. */
export function brandOfSettings({ accountName, accentColor, logoPath }: BrandedSettings): Brand {
  const isValid = accentColor !== null && /^#[0-9a-f]{6}$/.test(accentColor) && isReadableAccent(accentColor);
  return {
    name: accountName ?? 'Placard',
    logo: logoPath ?? '/icon.svg',
    shades: isValid ? accentShades(accentColor) : null,
  };
}
