import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ManagementCall } from '../../src/main/demo/management-client.ts';
import { findMachinePostgres } from '../support/database/find-postgres.ts';
import { startPostgresServer } from '../support/database/postgres-server.ts';
import { waitUntil } from '../support/process/wait-until.ts';
import { startBenchProgram } from './start-bench-program.ts';

/**
 * Measures the time from the response to a saved edit until every delivery process serves it, with the whole program
 * and its own PostgreSQL. Each edit is one PATCH of a booking, a creative or a position. The next edit follows when the
 * previous one is served.
 */
const { values: options } = parseArgs({
  options: {
    bookings: { type: 'string', default: '100000' },
    edits: { type: 'string', default: '300' },
    processes: { type: 'string', default: '2' },
  },
});
const bookings = Number(options.bookings);
const folder = await mkdtemp(join(tmpdir(), 'placard-edits-'));
const server = await startPostgresServer(findMachinePostgres());
try {
  console.log(JSON.stringify(await measureEdits()));
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

async function measureEdits() {
  const dataFolder = join(folder, 'data');
  const program = await startBenchProgram({
    databaseUrl: server.urlOf('postgres'),
    dataFolder,
    bookings,
    processes: Number(options.processes),
  });
  try {
    const { call, deliveryPort } = program;
    const agents = await waitUntil('every process to respond', () => agentsOfProcesses(deliveryPort), {
      withinMs: 60_000,
    });
    const servedMs: number[] = [];
    for (let edit = 0; edit < Number(options.edits); edit += 1) {
      const revision = await makeEdit(call, edit);
      const savedMs = performance.now();
      await Promise.all(
        agents.map((agent) =>
          waitUntil('the edit', async () => ((await health(deliveryPort, agent))?.revision ?? 0) >= revision, {
            everyMs: 1,
          }),
        ),
      );
      if (edit >= 20) servedMs.push(performance.now() - savedMs);
    }
    servedMs.sort((a, b) => a - b);
    const at = (part: number) => Math.round((servedMs[Math.floor(servedMs.length * part)] ?? 0) * 10) / 10;
    return {
      bookings,
      edits: servedMs.length,
      editToServedMsP50: at(0.5),
      editToServedMsP99: at(0.99),
      emptyFolderToServingMs: Math.round(program.readyMs),
      files: await filesOf(join(dataFolder, 'snapshots')),
    };
  } finally {
    await program.stop();
  }
}

/** Returns a connection to each process that listens on the port. null until all are found. */
async function agentsOfProcesses(port: number): Promise<Agent[] | null> {
  const byProcess = new Map<string, Agent>();
  for (let attempt = 0; attempt < 64 && byProcess.size < Number(options.processes); attempt += 1) {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const state = await health(port, agent).catch(() => null);
    if (state === null || byProcess.has(state.process)) agent.destroy();
    else byProcess.set(state.process, agent);
  }
  if (byProcess.size === Number(options.processes)) return [...byProcess.values()];
  for (const agent of byProcess.values()) agent.destroy();
  return null;
}

function health(port: number, agent: Agent): Promise<{ readonly process: string; readonly revision: number } | null> {
  return new Promise((resolve, reject) => {
    const request = get({ host: '127.0.0.1', port, path: '/health', agent }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      response.on('end', () => resolve(response.statusCode === 200 ? JSON.parse(text) : null));
    });
    request.on('error', reject);
  });
}

async function makeEdit(call: ManagementCall, edit: number): Promise<number> {
  const id = 1 + ((edit * 7919) % bookings);
  const edits = [
    [`/bookings/${id}`, { priority: edit % 10 }],
    [`/creatives/${id}`, { clickUrl: `https://shop.example/edit/${edit}` }],
    [`/bookings/${id}`, { name: `Edit ${edit}` }],
    [`/inventory/position/${1 + (edit % 2_000)}`, { blockedLabels: [`label${edit % 7}`] }],
  ] as const;
  const [path, json] = edits[edit % edits.length] as (typeof edits)[number];
  const answer = await call('PATCH', `/api/v1${path}`, { json, headers: { 'if-match': '*' } });
  if (answer.status !== 200) throw new Error(`${path} responded ${answer.status}: ${JSON.stringify(answer.body)}`);
  return Number(answer.headers.get('placard-revision'));
}

async function filesOf(path: string) {
  const names = await readdir(path);
  const bytes = async (prefix: string) => {
    const sizes = await Promise.all(
      names.filter((name) => name.startsWith(prefix)).map(async (name) => (await stat(join(path, name))).size),
    );
    return { count: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
  };
  return { bases: await bytes('base-'), deltas: await bytes('delta-') };
}
