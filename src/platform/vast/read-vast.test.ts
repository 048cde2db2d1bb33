import { describe, expect, test } from 'vitest';
import { readVast } from './read-vast.ts';

describe('reports whether a text is VAST, with the reason', () => {
  test.each([
    '<VAST version="4.2"/>',
    '<?xml version="1.0" encoding="UTF-8"?>\n<VAST version="3.0"><Ad id="1"><Wrapper/></Ad></VAST>',
    '<!-- ours --><VAST xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="vast.xsd"><![CDATA[<&]]>&amp;&#233;</VAST>',
    `<VAST>${'é🎬'.repeat(20_000)}</VAST>`,
  ])('accepted: %.60s', async (text) => {
    expect((await readVast(text)).fault).toBeNull();
  });

  test.each([
    ['', /not well-formed/],
    ['no XML', /not well-formed/],
    ['<VAST>', /not well-formed/],
    ['<VAST><Ad></VAST>', /not well-formed/],
    ['<VAST></VAST><VAST></VAST>', /not well-formed/],
    ['<VAST>a & b</VAST>', /not well-formed/],
    ['<VAST a="1" a="2"></VAST>', /not well-formed/],
    ['<VAST>\u0001</VAST>', /not well-formed/],
    ['<VAST>&unknown;</VAST>', /not well-formed/],
    ['<html></html>', /the root element is "html"/],
    ['<vast version="2.0"></vast>', /the root element is "vast"/],
    ['<!DOCTYPE VAST [<!ENTITY a "b">]><VAST>&a;</VAST>', /a document type is not allowed/],
    [`<VAST>${'<a>'.repeat(200)}${'</a>'.repeat(200)}</VAST>`, /nested more than 100 deep/],
    [`<VAST>${'x'.repeat(100_000)}<`, /not well-formed/],
  ])('rejected: %.60s', async (text, fault) => {
    expect((await readVast(text)).fault).toMatch(fault);
  });
});
