const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const clfTime = /^(\d{2})\/([A-Z][a-z]{2})\/(\d{4}):(\d{2}):(\d{2}):(\d{2})(?:\.\d+)? ([+-])(\d{2})(\d{2})$/;
/** Characters of `28/Nov/2026:19:02`. Times of one minute differ only in the following seconds. */
const minuteLength = 17;
const wholeLength = '28/Nov/2026:19:02:17 +0000'.length;
const msPerMinute = 60_000;
/** Numbers below this are seconds, others are milliseconds: 1e11 ms is March 1973, 1e11 s is the year 5138. */
const leastMs = 1e11;
/** Times after the year 2200 are faults of the log. */
const maxMs = Date.UTC(2200, 0, 1);

let knownMinute = '';
let knownZone = '';
let knownMinuteMs = 0;

/** Reads the time of a line in common log format, such as `28/Nov/2026:19:02:17 +0100`. Returns epoch ms, or null. */
export function readClfTime(text: string): number | null {
  // Lines of one minute follow each other, so most times differ from the last one only in the seconds.
  if (text.length === wholeLength && text.startsWith(knownMinute) && knownMinute !== '' && text.endsWith(knownZone)) {
    const seconds = Number(text.slice(minuteLength + 1, minuteLength + 3));
    if (text[minuteLength] === ':' && seconds >= 0 && seconds <= 60) return knownMinuteMs + seconds * 1_000;
  }
  const match = clfTime.exec(text);
  if (match === null) return null;
  const [, day, monthName = '', year, hour, minute, second, sign, zoneHours, zoneMinutes] = match;
  const month = monthNames.indexOf(monthName);
  if (month === -1 || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return null;
  const localMs = Date.UTC(Number(year), month, Number(day), Number(hour), Number(minute));
  if (new Date(localMs).getUTCDate() !== Number(day)) return null;
  const offset = (Number(zoneHours) * 60 + Number(zoneMinutes)) * (sign === '-' ? -1 : 1);
  knownMinute = text.slice(0, minuteLength);
  knownZone = text.slice(-6);
  knownMinuteMs = localMs - offset * msPerMinute;
  return knownMinuteMs + Number(second) * 1_000;
}

/** Reads a time in any format of JSON logs: epoch seconds or milliseconds, ISO 8601, or common log format. */
export function readJsonTime(value: unknown): number | null {
  if (typeof value === 'number') return readEpoch(value);
  if (typeof value !== 'string' || value === '') return null;
  if (/^\d+(?:\.\d+)?$/.test(value)) return readEpoch(Number(value));
  const inClf = readClfTime(value.replace(/^\[|\]$/g, ''));
  if (inClf !== null) return inClf;
  return plausible(Date.parse(value));
}

function readEpoch(value: number): number | null {
  return plausible(Math.round(value < leastMs ? value * 1_000 : value));
}

function plausible(ms: number): number | null {
  return ms > 0 && ms < maxMs ? ms : null;
}
