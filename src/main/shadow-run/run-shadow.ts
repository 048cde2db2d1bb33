/*
 * The shadow run: decides a log of ad requests of any ad server with the configuration of Placard, and compares.
 *
 * Nothing is served, counted or stored: `run-shadow.ts` reads the newest snapshot and the pacing plan of a data folder,
 * and the database only for names.
 *
 * - `log/`: formats of logs. `calls/`: calls of ad servers. `names/`: objects of the other ad server in Placard.
 * - `engine/`: decisions and counts. `report/`: comparison and reasons.
 *
 * See docs/decisions/0258-shadow-run.md.
 */

import { join } from 'node:path';
import { createCapTable } from '../../core/pacing/cap-table.ts';
import type { Snapshot } from '../../core/snapshot/snapshot.ts';
import { capTableSlots } from '../../core/vocabulary/limits/delivery-limits.ts';
import { loadSnapshot } from '../../delivery/decide/snapshot/load-snapshot.ts';
import { type LatestPlan, openLatestPlan } from '../../exchange/plan/latest-plan.ts';
import { openSnapshotFolder } from '../../exchange/snapshot/snapshot-folder.ts';
import { stateOfPlan } from '../../management/insight/explain/state-of-plan.ts';
import type { Config } from '../../platform/config/config.ts';
import { ExplainedError } from '../../platform/log/explained-error.ts';
import { openShadowContext, type SegmentSource } from './engine/open-shadow-context.ts';
import type { ViewerRule } from './engine/shadow-context.ts';
import { ShadowEngine } from './engine/shadow-engine.ts';
import { ShadowPacing } from './engine/shadow-pacing.ts';
import { ZoneTally } from './engine/zone-tally.ts';
import type { LogFormat } from './log/log-formats.ts';
import { type OpenedLog, openLog } from './log/read-log.ts';
import { type NameSource, openNameSource } from './names/database-names.ts';
import { readDeliveredFile } from './names/delivered-file.ts';
import { ExternalNames, noMappedNames } from './names/external-names.ts';
import { readMapFile } from './names/map-file.ts';
import { assumptionsOf } from './report/assumptions.ts';
import { compareDelivery, replaceDeliveries } from './report/compare-delivery.ts';
import { createDeliveryGroups } from './report/delivery-groups.ts';
import type { ShadowReport } from './report/shadow-report.ts';

export type ShadowRunOptions = {
  readonly file: string;
  readonly format: LogFormat;
  /** CSV file with names of the other ad server; null: external IDs only. */
  readonly map: string | null;
  /** CSV file with delivered counts; null: those of the log. */
  readonly delivered: string | null;
  /** Epoch ms of the first request; null: the times of the log. */
  readonly startMs: number | null;
  readonly seed: number;
  readonly viewer: ViewerRule;
  readonly assumesConsent: boolean;
};

type ShadowConfig = Pick<Config, 'dataFolder' | 'databaseUrl' | 'secret' | 'context' | 'exchangeRates'>;

/** Decides the requests of a log and compares the result with what the log delivered. */
export async function runShadow(config: ShadowConfig, options: ShadowRunOptions): Promise<ShadowReport> {
  const log = await openLog(options.file, options.format);
  const snapshot = await newestSnapshot(config.dataFolder);
  const plan = await openLatestPlan(config.dataFolder)();
  const source = await openNameSource(config);
  try {
    return await runWith({ config, options, log, snapshot, plan, source });
  } finally {
    if (typeof source !== 'string') await source.close();
  }
}

type Inputs = {
  readonly config: ShadowConfig;
  readonly options: ShadowRunOptions;
  readonly log: OpenedLog;
  readonly snapshot: Snapshot;
  readonly plan: LatestPlan | null;
  /** Text: why the database is not available. */
  readonly source: NameSource | string;
};

async function runWith(inputs: Inputs): Promise<ShadowReport> {
  const { config, options, log, snapshot, plan, source } = inputs;
  const mapped = options.map === null ? noMappedNames : await readMapFile(options.map, snapshot);
  const counts = options.delivered === null ? null : await readDeliveredFile(options.delivered);
  const names = new ExternalNames(snapshot, mapped, typeof source === 'string' ? null : source.stored);
  const state = stateOfPlan(snapshot, plan, createCapTable(capTableSlots));
  const pacing = new ShadowPacing(snapshot, state, plan);
  const { context, tokens, segments, close } = await openShadowContext(config, { ...options, snapshot });
  const { seed, startMs } = options;
  const engine = new ShadowEngine({
    snapshot,
    state,
    pacing,
    names,
    tokens,
    context,
    seed,
    startMs,
    nowMs: startMs ?? Date.now(),
  });
  const { lines } = await log.read((entry) => engine.take(entry)).finally(close);
  if (counts !== null) {
    replaceDeliveries(engine.zones, counts, (zone) => {
      const created = new ZoneTally(
        zone,
        names.slotNameOf(zone) ?? (snapshot.positionBySlotName.has(zone) ? zone : null),
      );
      engine.zones.set(zone, created);
      return created;
    });
  }
  return reportOf(inputs, { engine, names, lines, pacing, segments });
}

type Outcome = {
  readonly engine: ShadowEngine;
  readonly names: ExternalNames;
  readonly lines: number;
  readonly pacing: ShadowPacing;
  readonly segments: SegmentSource;
};

async function reportOf(inputs: Inputs, { engine, names, lines, pacing, segments }: Outcome): Promise<ShadowReport> {
  const { options, log, snapshot, plan, source } = inputs;
  const { counts, skipped, zones, servers } = engine;
  const tallies = [...zones.values()];
  const known = new Map<number, string>();
  const groups = createDeliveryGroups(snapshot, names, tallies, (id) => known.get(id) ?? null);
  if (typeof source !== 'string') {
    const ids = new Set(tallies.flatMap(({ wins }) => [...wins.keys()]));
    for (const { delivered } of tallies) {
      for (const { campaign } of [...delivered.impression.values(), ...delivered.response.values()]) {
        for (const id of campaign === null ? [] : groups.bookingsOf(campaign)) ids.add(id);
      }
    }
    for (const [id, name] of await source.bookingNames([...ids])) known.set(id, name);
  }
  const { shiftMs, firstMs, lastMs } = counts;
  return {
    log: {
      file: options.file,
      format: log.format,
      lines,
      requests: counts.requests,
      slots: counts.slots,
      impressions: counts.impressions,
      responses: counts.responses,
      clicks: counts.clicks,
      repeated: counts.repeatedDeliveries,
      skippedLines: skipped.lines,
      skipped: skipped.list(),
      servers: Object.fromEntries(servers),
    },
    configuration: { revision: snapshot.revision, builtAt: new Date(snapshot.builtAtMs).toISOString() },
    period: { from: instantOf(firstMs), to: instantOf(lastMs), shiftedByMs: shiftMs },
    seed: options.seed,
    explanations: counts.explanations,
    assumptions: assumptionsOf({
      counts,
      plan,
      pacedBookings: pacing.pacedBookings,
      assumesConsent: options.assumesConsent,
      viewer: options.viewer,
      database: typeof source === 'string' ? source : null,
      hasCounts: options.delivered !== null,
      problems: snapshot.problemCount,
      segments,
    }),
    ...compareDelivery(tallies, groups, names),
  };
}

function instantOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

/** Returns the newest snapshot whose files are valid. */
async function newestSnapshot(dataFolder: string): Promise<Snapshot> {
  const folder = openSnapshotFolder(join(dataFolder, 'snapshots'));
  const current = await folder.current();
  for (const state of [...(current === null ? [] : [current]), ...(await folder.fallbacks())]) {
    const { held } = await loadSnapshot(folder, state, {
      inPlaceOf: null,
      tablesSource: async () => null,
      onImageFault: () => undefined,
    });
    if (held !== null) return held.snapshot;
  }
  throw new ExplainedError(
    `The data folder ${dataFolder} has no snapshot. Set PLACARD_DATA to the data folder of a server that has been started.`,
  );
}
