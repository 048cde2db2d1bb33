import { globSync, readFileSync } from 'node:fs';

const root = new URL('../../../', import.meta.url);

/** A file of `deploy/`. */
export function deployFile(name: string): string {
  return readFileSync(new URL(`deploy/${name}`, root), 'utf8');
}

/** Paths below `deploy/` that fit a pattern. */
export function deployFiles(pattern: string): readonly string[] {
  return globSync(pattern, { cwd: new URL('deploy/', root) }).toSorted();
}

/** Names of metrics that alerts and the dashboard go by; those of a histogram without what it adds. */
export function watchedMetrics(): readonly string[] {
  const text = ['prometheus/rules.yaml', 'grafana/placard.json'].map(deployFile).join('\n');
  const names = [...text.matchAll(/\bplacard_\w+/g)].map(([name]) => name.replace(/_(?:bucket|sum|count)$/, ''));
  return [...new Set(names)].toSorted();
}
