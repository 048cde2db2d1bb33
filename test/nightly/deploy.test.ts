import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deployFile } from '../support/deploy-files.ts';
import { freePort } from '../support/free-port.ts';
import { startPlacardGroup } from '../support/placard-group.ts';
import { createTestDatabase } from '../support/test-database.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** As the Dockerfile has it. */
const user = 10_001;
const stepMs = 300_000;

/** The instructions of a Dockerfile by their stage. */
function stagesOf(text: string): readonly (readonly string[])[] {
  const lines = text.replaceAll(/\\\n/g, ' ').split('\n');
  return lines
    .filter((line) => line !== '' && !line.startsWith('#') && !line.startsWith('ARG'))
    .join('\n')
    .split(/^(?=FROM)/m)
    .map((stage) => stage.trim().split('\n').slice(1));
}

/** There is no Docker on machines that test: the steps of the first stage are run in a folder, and its result as that user. */
describe('the image', () => {
  let folder: string;
  let app: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'placard-image-'));
    app = join(folder, 'placard');
    mkdirSync(app);
    // Whoever runs as somebody else gets here.
    execFileSync('chmod', ['755', folder]);
  });
  afterAll(() => {
    execFileSync('chmod', ['-R', 'u+w', folder]);
    rmSync(folder, { recursive: true, force: true });
  });

  test('is built by its steps, and serves as a user who may write to its data alone', async () => {
    const [build = []] = stagesOf(deployFile('Dockerfile')).slice(-2);
    for (const step of build) {
      const [, instruction = '', rest = ''] = /^(\w+) (.*)$/.exec(step) ?? [];
      if (instruction === 'COPY') {
        const names = rest.split(' ').slice(0, -1);
        for (const name of names) cpSync(join(root, name), join(app, name), { recursive: true });
      } else if (instruction === 'RUN') {
        const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH']}`, NODE_ENV: '' };
        const { status, stderr } = spawnSync('sh', ['-c', rest], { cwd: app, env, timeout: stepMs, encoding: 'utf8' });
        expect(status, `${rest}\n${stderr}`).toBe(0);
      } else expect(instruction).toBe('WORKDIR');
    }
    execFileSync('chmod', ['-R', 'a-w,a+rX', app]);
    const data = join(folder, 'data');
    mkdirSync(data);
    chownSync(data, user, user);
    const database = await createTestDatabase();
    const [port, deliveryPort, watchPort] = [await freePort(), await freePort(), await freePort()];
    const placard = await startPlacardGroup(
      {
        DATABASE_URL: database.url,
        PORT: String(port),
        PLACARD_DELIVERY_PORT: String(deliveryPort),
        PLACARD_METRICS_PORT: String(watchPort),
        PLACARD_DATA: data,
        PLACARD_DEMO: 'on',
        HOME: data,
      },
      {
        by: ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups'],
        program: join(app, 'bin/placard.mjs'),
      },
    );
    try {
      const health = await fetch(`http://127.0.0.1:${watchPort}/health/ready`);
      expect([health.status, await health.json()]).toMatchObject([200, { status: 'ok' }]);
      const page = await fetch(`http://127.0.0.1:${port}/sign-in`);
      expect(page.status).toBe(200);
      const example = await fetch(`http://127.0.0.1:${deliveryPort}/examples/publisher/`);
      expect(example.status).toBe(200);
    } finally {
      await placard.stop();
      await database.close();
    }
  });
});

test('the alerts are understood by Prometheus, and fire when they should', () => {
  if (spawnSync('promtool', ['--version']).error !== undefined) {
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'prometheus'], { timeout: stepMs });
  }
  for (const check of [
    ['check', 'rules', 'deploy/prometheus/rules.yaml'],
    ['check', 'config', 'deploy/prometheus/prometheus.yml'],
    ['test', 'rules', 'deploy/prometheus/rules.test.yaml'],
  ]) {
    const { status, stdout, stderr, error } = spawnSync('promtool', check, { cwd: root, encoding: 'utf8' });
    expect(status, `${error ?? ''}${stdout}${stderr}`).toBe(0);
  }
});
