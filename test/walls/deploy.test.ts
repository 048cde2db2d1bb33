import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { settings } from '../../src/platform/config/settings.ts';
import { deployFile, deployFiles } from '../support/process/deploy-files.ts';

type Values = { readonly [name: string]: unknown };
/** Template files of objects in the chart. */
const templates = deployFiles('helm/placard/templates/*.yaml');
const roles = ['management', 'delivery', 'worker'];

function valueAt(values: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, name) => (at as Values | undefined)?.[name], values);
}

/** Replaces inserted values in a template with a word and removes control lines. */
function withoutTemplates(text: string): string {
  return text
    .split('\n')
    .filter((line) => !/^\s*\{\{-?.*\}\}\s*$/.test(line))
    .join('\n')
    .replaceAll(/"?\{\{.*?\}\}"?/g, 'x');
}

test('the chart uses exactly the values of values.yaml', () => {
  const values = parse(deployFile('helm/placard/values.yaml')) as Values & { hosts: Record<string, Values> };
  const text = [...templates, 'helm/placard/templates/NOTES.txt'].map(deployFile).join('\n');
  const used = [...text.matchAll(/\.Values\.([\w.]+)/g)].map(([, path = '']) => path);
  for (const path of used) expect(valueAt(values, path.split('.')), path).not.toBeUndefined();
  expect(Object.keys(values).filter((name) => !used.some((path) => path.split('.')[0] === name))).toEqual([]);
  expect(Object.keys(values.hosts).toSorted()).toEqual(roles.toSorted());
  const ofHost = new Set([...text.matchAll(/\$host\.([\w.]+)/g)].map(([, path = '']) => path));
  for (const host of Object.values(values.hosts)) {
    for (const path of ofHost) expect(valueAt(host, path.split('.')), path).not.toBeUndefined();
    const heads = new Set([...ofHost].map((path) => path.split('.')[0]));
    expect(Object.keys(host).filter((name) => !heads.has(name))).toEqual([]);
  }
});

test.each(templates)('all blocks of %s are closed, and the remainder consists of Kubernetes objects', (name) => {
  const text = deployFile(name);
  const words = [...text.matchAll(/\{\{-?\s*(\w+)/g)].map(([, word]) => word);
  const opened = words.filter((word) => ['if', 'range', 'with', 'define'].includes(word ?? '')).length;
  expect(words.filter((word) => word === 'end')).toHaveLength(opened);
  for (const document of parseAllDocuments(withoutTemplates(text))) {
    expect(document.errors).toEqual([]);
    expect(document.toJS()).toMatchObject({ apiVersion: expect.any(String), kind: expect.any(String) });
  }
});

test('hosts of the chart drain before they end, can write only to their data, and have health checks', () => {
  const text = deployFile('helm/placard/templates/hosts.yaml');
  for (const wanted of [
    'readOnlyRootFilesystem: true',
    'runAsNonRoot: true',
    'path: /health/ready, port: watch',
    'path: /health/live, port: watch',
    'terminationGracePeriodSeconds: {{ add $host.preStopSeconds $host.drainSeconds 20 }}',
    'kind: PodDisruptionBudget',
    'kind: HorizontalPodAutoscaler',
  ]) {
    expect(text).toContain(wanted);
  }
});

test('compose.yaml has every role, two delivery hosts, and only existing settings', () => {
  const compose = parse(deployFile('compose.yaml'), { merge: true }) as {
    services: Record<string, Values & { command?: string[]; environment?: Values; volumes?: string[] }>;
    volumes: Values;
  };
  const ours = Object.values(compose.services).filter(({ image }) => image === 'placard');
  expect(ours.map(({ command }) => command?.at(-1)).toSorted()).toEqual([
    'delivery',
    'delivery',
    'management',
    'worker',
  ]);
  for (const service of ours) {
    expect(service).toMatchObject({ read_only: true, tmpfs: ['/tmp'], cap_drop: ['ALL'] });
    const data = service.volumes?.map((volume) => volume.split(':'));
    expect(data).toEqual([[expect.any(String), '/data']]);
    expect(Object.keys(compose.volumes)).toContain(data?.[0]?.[0]);
    for (const name of Object.keys(service.environment ?? {})) {
      if (!name.startsWith('AWS_')) expect(Object.keys(settings.shape)).toContain(name);
    }
  }
  const asked = [...deployFile('compose.yaml').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
  const given = deployFile('example.env').match(/^\w+/gm);
  expect(new Set(given)).toEqual(new Set(asked));
});

test('the image runs as an unprivileged user, with its dependencies and existing settings', () => {
  const text = deployFile('Dockerfile').replaceAll(/\\\n/g, ' ');
  const instructions = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  for (const line of instructions) {
    expect(line).toMatch(/^(?:ARG|FROM|WORKDIR|COPY|RUN|LABEL|ENV|USER|VOLUME|EXPOSE|ENTRYPOINT|CMD|HEALTHCHECK) \S/);
  }
  expect(instructions.filter((line) => line.startsWith('FROM'))).toHaveLength(3);
  expect(text).toMatch(/^USER 10001:10001$/m);
  for (const [, name = ''] of text.matchAll(/\b(PLACARD_\w+)=/g)) expect(Object.keys(settings.shape)).toContain(name);
  // In this form, signals reach the program.
  for (const word of ['ENTRYPOINT', 'CMD']) expect(text).toMatch(new RegExp(`^${word} \\[.*\\]$`, 'm'));
});

test('the guide builds the image for podman in a format with health checks', () => {
  expect(deployFile('Dockerfile')).toMatch(/^HEALTHCHECK /m);
  expect(deployFile('README.md')).toContain('podman build --format docker');
});
