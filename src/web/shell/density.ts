/** Row heights and spacing of tables and forms. */
export type Density = 'comfortable' | 'compact';

const key = 'placard-density';

/** The density that was selected in this browser. */
export function storedDensity(): Density {
  return localStorage.getItem(key) === 'compact' ? 'compact' : 'comfortable';
}

/** Applies a density and stores it in this browser. `theme.css` has its variables. */
export function applyDensity(density: Density): void {
  localStorage.setItem(key, density);
  document.documentElement.dataset['density'] = density;
}
