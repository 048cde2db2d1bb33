import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { installTools } from '../support/process/debian-tools.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

test('Prometheus accepts the alerts, and they fire under their conditions', () => {
  installTools('promtool', ['prometheus']);
  for (const check of [
    ['check', 'rules', 'deploy/prometheus/rules.yaml'],
    ['check', 'config', 'deploy/prometheus/prometheus.yml'],
    ['test', 'rules', 'deploy/prometheus/rules.test.yaml'],
  ]) {
    const { status, stdout, stderr, error } = spawnSync('promtool', check, { cwd: root, encoding: 'utf8' });
    expect(status, `${error ?? ''}${stdout}${stderr}`).toBe(0);
  }
});
