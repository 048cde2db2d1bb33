import { globSync, readFileSync } from 'node:fs';

const root = new URL('../../../', import.meta.url);

/** Returns the content of a file of `deploy/`. */
export function deployFile(name: string): string {
  return readFileSync(new URL(`deploy/${name}`, root), 'utf8');
}

/** Returns the paths below `deploy/` that match a pattern. */
export function deployFiles(pattern: string): readonly string[] {
  return globSync(pattern, { cwd: new URL('deploy/', root) }).toSorted();
}

/** Returns the names of metrics in alerts and the dashboard, without the suffixes of histograms. */
export function watchedMetrics(): readonly string[] {
  const text = ['prometheus/rules.yaml', 'grafana/placard.json'].map(deployFile).join('\n');
  const names = [...text.matchAll(/\bplacard_\w+/g)].map(([name]) => name.replace(/_(?:bucket|sum|count)$/, ''));
  return [...new Set(names)].toSorted();
}
