import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseAllDocuments, stringify } from 'yaml';
import { installTools, runTool } from '../support/process/debian-tools.ts';

type KubernetesObject = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
};
type Model = new (object: KubernetesObject) => { validate(): void };

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Inside the clone, where TypeScript finds the Kubernetes types. */
const folder = join(root, '.cache/helm-chart');
const everything = {
  creativeOrigin: 'https://creatives.example.com',
  imagePullSecrets: [{ name: 'registry' }],
  settings: { PLACARD_COUNTRY_HEADER: 'cf-ipcountry' },
  storageClassName: 'fast',
  serviceMonitor: true,
  ingress: {
    enabled: true,
    className: 'nginx',
    annotations: { 'example.com/name': 'value' },
    tls: [{ hosts: ['ads.example.com'], secretName: 'tls' }],
  },
  hosts: { management: { autoscaling: { enabled: true } } },
};

/** Renders with Helm's template engine and functions from Debian packages. Debian has no package of Helm itself. */
function render(values: unknown): readonly KubernetesObject[] {
  const file = join(folder, 'values.yaml');
  writeFileSync(file, stringify(values));
  const env = {
    ...process.env,
    GO111MODULE: 'off',
    GOPATH: '/usr/share/gocode',
    GOCACHE: join(folder, 'go'),
  };
  const text = runTool('go', ['run', 'test/nightly/helm/render.go', 'deploy/helm/placard', file], { cwd: root, env });
  return parseAllDocuments(text).flatMap((document) => {
    expect(document.errors).toEqual([]);
    const object = document.toJS() as KubernetesObject | null;
    return object === null ? [] : [object];
  });
}

function packageOf({ apiVersion }: KubernetesObject): string {
  return apiVersion.startsWith('monitoring.coreos.com/')
    ? `@kubernetes-models/prometheus-operator/${apiVersion}`
    : `kubernetes-models/${apiVersion}`;
}

async function validate(object: KubernetesObject): Promise<void> {
  const models = (await import(packageOf(object))) as Readonly<Record<string, Model>>;
  const model = models[object.kind];
  if (model === undefined) throw new Error(`Unknown kind ${object.kind} in ${object.apiVersion}`);
  new model(object).validate();
}

/** Checks the objects as values of the Kubernetes types, which refuse unknown fields. Returns the compiler errors. */
function checkFields(objects: readonly KubernetesObject[]): string {
  const lines = objects.flatMap((object, index) => [
    `import type { I${object.kind} as Type${index} } from '${packageOf(object)}';`,
    `export const object${index}: Type${index} = ${JSON.stringify(object)};`,
  ]);
  writeFileSync(join(folder, 'objects.ts'), lines.join('\n'));
  const options = { module: 'nodenext', moduleResolution: 'nodenext', target: 'esnext', skipLibCheck: true, types: [] };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...options, noEmit: true, strict: true }, files: ['objects.ts'] }),
  );
  try {
    runTool(join(root, 'node_modules/.bin/tsc'), ['--project', folder]);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

beforeAll(() => {
  installTools('go', ['golang-go', 'golang-github-masterminds-sprig-dev', 'golang-github-ghodss-yaml-dev']);
  mkdirSync(folder, { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each([
  ['with defaults', {}, ['HorizontalPodAutoscaler', 'PodDisruptionBudget', 'Service', 'StatefulSet']],
  [
    'with everything turned on',
    everything,
    ['HorizontalPodAutoscaler', 'Ingress', 'PodDisruptionBudget', 'Service', 'ServiceMonitor', 'StatefulSet'],
  ],
])('the chart %s', (_, values, kinds) => {
  test('renders objects that match the Kubernetes schemas without unknown fields', async () => {
    const objects = render(values);
    expect([...new Set(objects.map(({ kind }) => kind))].toSorted()).toEqual(kinds);
    for (const object of objects) await validate(object);
    expect(checkFields(objects)).toBe('');
  });
});

test('detects a wrong type and an unknown field', async () => {
  const [first] = render({});
  if (first === undefined) throw new Error('The chart renders nothing');
  const wrong = { ...first, spec: { ...(first as unknown as { spec: object }).spec, replicas: 'two' } };
  await expect(validate(wrong)).rejects.toThrow(/replicas/);
  const unknown = { ...first, spec: { ...(first as unknown as { spec: object }).spec, replicass: 2 } };
  expect(checkFields([unknown])).toContain('replicass');
});
