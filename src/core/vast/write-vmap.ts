import { type TimeOffset, vastOffset } from './vast-time.ts';
import { addresses, element } from './xml-text.ts';

/** Start of an ad break: before the content, after it, or at an offset of it. */
export type BreakOffset = 'start' | 'end' | TimeOffset;

/** An ad break of a content item. */
export type VmapBreak = {
  /** Unique in the document. */
  readonly id: string;
  readonly offset: BreakOffset;
  /** URL of the VAST document, absolute. Players request it when the break is due. */
  readonly tagUrl: string;
  /** Whether the document may be an ad pod. */
  readonly isPod: boolean;
  /** Format of the document: `vast3` also for 2.0. */
  readonly template: 'vast3' | 'vast4';
};

const declaration = '<?xml version="1.0" encoding="UTF-8"?>';
const namespace = 'http://www.iab.net/videosuite/vmap';

/**
 * Returns the VMAP document of a content item, in the style of `writeVast`. Source: IAB VMAP 1.0.1, 2.1 to 2.3.
 * @example writeVmap([{ id: '1', offset: 'start', tagUrl: 'https://ads.example/ad/sl_a_-b/', isPod: false, template: 'vast3' }])
 */
export function writeVmap(breaks: readonly VmapBreak[]): string {
  return `${declaration}${element('vmap:VMAP', { 'xmlns:vmap': namespace, version: '1.0' }, ...breaks.map(writeBreak))}`;
}

function writeBreak({ id, offset, tagUrl, isPod, template }: VmapBreak): string {
  const timeOffset = typeof offset === 'string' ? offset : vastOffset(offset);
  const tag = addresses('vmap:AdTagURI', [tagUrl], { templateType: template });
  const source = element('vmap:AdSource', { id, allowMultipleAds: isPod, followRedirects: true }, tag);
  return element('vmap:AdBreak', { timeOffset, breakType: 'linear', breakId: id }, source);
}
