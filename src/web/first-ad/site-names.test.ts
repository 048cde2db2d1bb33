import { expect, test } from 'vitest';
import { siteNamesOf } from './site-names.ts';

test.each([
  ['news.example', 'news.example', ['news.example'], '_news_example_all_'],
  ['https://www.News.example/sport?x=1', 'news.example', ['news.example'], '_news_example_all_'],
  ['http://shop.news.example:8080', 'shop.news.example', ['shop.news.example'], '_shop_news_example_all_'],
  ['  Café Zürich & Co ', 'Café Zürich & Co', [], '_cafe_zurich_co_all_'],
  ['新聞', '新聞', [], '_site_all_'],
  ['localhost', 'localhost', [], '_localhost_all_'],
])('derives the names of the site %s', (site, name, domains, locationCode) => {
  expect(siteNamesOf(site)).toEqual({ name, domains, locationCode });
});

test('limits the length of the code, so that slot names stay short', () => {
  expect(siteNamesOf('a'.repeat(200)).locationCode).toBe(`_${'a'.repeat(60)}_all_`);
});
