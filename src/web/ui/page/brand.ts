import { useSyncExternalStore } from 'react';

/** Name, logo and accent color of the installation. */
export type Brand = {
  readonly name: string;
  readonly logo: string;
  /** Ten shades of the accent color from light to dark. null: the default color. */
  readonly shades: readonly string[] | null;
};

const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
let brand: Brand | null = null;

function currentBrand(): Brand {
  if (brand !== null) return brand;
  const content = document.querySelector<HTMLMetaElement>('meta[name="brand"]')?.content ?? '';
  // The development server does not fill in the branding.
  brand = content.startsWith('{"') ? JSON.parse(content) : { name: 'Placard', logo: '/icon.svg', shades: null };
  return brand as Brand;
}

/** The branding that the server wrote into the document, or the one set since. */
export function useBrand(): Brand {
  return useSyncExternalStore(subscribe, currentBrand);
}

/** Applies another branding without a reload. */
export function setBrand(next: Brand): void {
  brand = next;
  document.querySelector('link[rel="icon"]')?.setAttribute('href', next.logo);
  for (const listener of listeners) listener();
}
