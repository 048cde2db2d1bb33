import { openJournal } from '../../src/exchange/journal/journal-writer.ts';

export type JournalResult = { readonly eventsPerSecond: number; readonly cpuMicrosPerEvent: number };

const inFlight = 4_000;
const measuredMs = 3_000;

// Measures in a separate process how many events per second one delivery process writes to disk with confirmation.
const folder = process.argv[2] ?? '';
process.once('message', () => {
  void measure().then((result) => process.send?.(result));
});

async function measure(): Promise<JournalResult> {
  const journal = openJournal({ folder });
  let acknowledged = 0;
  const endMs = performance.now() + measuredMs;
  const visitor = async (number: number) => {
    for (let event = 0; performance.now() < endMs; event += 1) {
      const id = `${number.toString(16).padStart(8, '0')}${event.toString(16).padStart(24, '0')}`;
      await journal.append({
        eventId: `${id}.0.impression`,
        kind: 'impression',
        filtered: null,
        atMs: Date.now(),
        decidedAtMs: Date.now(),
        adId: 1_000 + number,
        bookingId: 1_000 + number,
        creativeId: 1_000 + number,
        positionId: 1 + (number % 2_000),
      });
      acknowledged += 1;
    }
  };
  const cpu = process.cpuUsage();
  const startedMs = performance.now();
  await Promise.all(Array.from({ length: inFlight }, (_, number) => visitor(number)));
  const seconds = (performance.now() - startedMs) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  await journal.close();
  return { eventsPerSecond: acknowledged / seconds, cpuMicrosPerEvent: (user + system) / acknowledged };
}
