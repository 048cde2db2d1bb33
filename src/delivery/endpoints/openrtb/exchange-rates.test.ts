import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readExchangeRates } from '../../../platform/config/read-exchange-rates.ts';
import { createLog } from '../../../platform/log/log.ts';
import { openExchangeRates } from './exchange-rates.ts';
import { parseRateFile, RateFileError } from './parse-rate-file.ts';

const log = createLog({ level: 'silent', name: 'test' });
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'placard-rates-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const centralBank = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
<Cube><Cube time='2026-11-20'><Cube currency='USD' rate='1.25'/><Cube currency='GBP' rate='0.8'/></Cube></Cube></gesmes:Envelope>`;

describe('PLACARD_EXCHANGE_RATES', () => {
  test('accepts a list of rates, and converts directly, inversely and through the base currency', async () => {
    const source = readExchangeRates('EUR/USD=1.25 EUR/GBP=0.8');
    const rates = await openExchangeRates(source ?? expect.fail('refused'), log);
    expect(rates.convert(1_000_000, 'EUR', 'USD')).toBe(1_250_000);
    expect(rates.convert(1_250_000, 'USD', 'EUR')).toBe(1_000_000);
    expect(rates.convert(1_250_000, 'USD', 'GBP')).toBe(800_000);
    expect(rates.convert(7, 'SEK', 'SEK')).toBe(7);
    expect(rates.convert(7, 'EUR', 'SEK')).toBeNull();
    rates.close();
  });

  test.each(['EUR/USD', 'EUR/USD=0', 'eur/usd=1', 'EUR/USD=-1', '/no/such/file.json'])('rejects %j', (text) => {
    expect(readExchangeRates(text)).toBeNull();
  });

  test('reads a file again when it changes, and keeps the previous rates if the new file is damaged', async () => {
    const path = join(folder, 'rates.json');
    await writeFile(path, JSON.stringify({ conversions: { USD: { EUR: 0.5 } } }));
    const rates = await openExchangeRates(readExchangeRates(path) ?? expect.fail('refused'), log);
    expect(rates.convert(1_000_000, 'EUR', 'USD')).toBe(2_000_000);
    const before = rates.version();
    await writeFile(path, centralBank);
    await rates.look();
    expect([rates.convert(1_000_000, 'EUR', 'USD'), rates.version() > before]).toEqual([1_250_000, true]);
    await writeFile(path, '{"conversions": ');
    await rates.look();
    expect(rates.convert(1_000_000, 'EUR', 'USD')).toBe(1_250_000);
    rates.close();
  });
});

describe('a file of exchange rates', () => {
  test.each([
    ['', 'neither JSON nor XML'],
    ['{}', 'no object "conversions"'],
    ['{"conversions": {}}', 'contains no rates'],
    ['{"conversions": {"USD": {"EUR": "1"}}}', 'rate of EUR is 1'],
    ['{"conversions": {"dollar": {"EUR": 1}}}', 'no currency dollar'],
    ['<a><b currency="USD" rate="x"/></a>', 'rate of USD is NaN'],
    ['<a>', 'malformed'],
    ['<a/>', 'contains no rates'],
  ])('%j is rejected: %s', (text, message) => {
    expect(() => parseRateFile(text)).toThrow(RateFileError);
    expect(() => parseRateFile(text)).toThrow(message);
  });
});
