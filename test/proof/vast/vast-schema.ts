import { isFrom, type VastVersion } from '../../../src/core/vast/vast-version.ts';

/** Schema rules of one element. */
export type ElementRule = {
  /**
   * Child elements in order, with the suffixes `?`, `*` and `+` of a DTD. `a|b` is a choice. After `all:` the order is
   * free.
   */
  readonly children: string;
  /** Attributes. `!` marks required ones. */
  readonly attributes: string;
};

const anything: ElementRule = { children: 'any', attributes: '' };
const uri = (attributes = ''): ElementRule => ({ children: '', attributes });
const list = (children: string, attributes = ''): ElementRule => ({ children, attributes });
const resources = 'HTMLResource|IFrameResource|StaticResource';

/** Elements that are equal in all versions. */
const common: Readonly<Record<string, ElementRule>> = {
  AdSystem: uri('version'),
  Creatives: list('Creative+'),
  CompanionAds: list('Companion+'),
  Extensions: list('Extension*'),
  Extension: { ...anything, attributes: 'type' },
  Icons: list('Icon+'),
  Pricing: uri('model! currency!'),
  StaticResource: uri('creativeType!'),
  TrackingEvents: list('Tracking*'),
  CompanionClickTracking: uri(),
};

const media = 'id delivery! type! width! height! bitrate scalable maintainAspectRatio apiFramework';
const icon = 'program width height xPosition yPosition offset duration apiFramework';
const requiredIcon = 'program! width! height! xPosition! yPosition! offset duration apiFramework';
const companion = 'id width! height! expandedWidth expandedHeight apiFramework';
const wrapperFlags = 'followAdditionalWrappers allowMultipleAds fallbackOnNoAd';

type CurrentVersion = Exclude<VastVersion, '2.0' | '3.0'>;

/**
 * Returns the rules of 2.0 and 3.0. There, `Creatives` of a wrapper is required even if empty. It is optional here
 * because players fail on empty elements. The wrappers of a delivered ad always have tracking events.
 */
function olderRules(version: '2.0' | '3.0'): Readonly<Record<string, ElementRule>> {
  const is3 = version === '3.0';
  const [described, icons, skip] = is3 ? ['Advertiser? Pricing? ', 'Icons? ', 'skipoffset'] : ['', '', ''];
  const companionClicks = is3 ? 'CompanionClickTracking* ' : '';
  return {
    VAST: list(is3 ? 'Ad*|Error?' : 'Ad*', 'version!'),
    Ad: list('InLine|Wrapper', 'id sequence'),
    InLine: list(`AdSystem AdTitle Description? ${described}Survey? Error? Impression+ Creatives Extensions?`),
    Wrapper: list('AdSystem VASTAdTagURI Error? Impression+ Creatives? Extensions?', is3 ? wrapperFlags : ''),
    Creative: list('Linear|CompanionAds|NonLinearAds', 'id sequence AdID'),
    'InLine/Linear': list(`${icons}Duration TrackingEvents? AdParameters? VideoClicks? MediaFiles?`, skip),
    'Wrapper/Linear': list(`${icons}TrackingEvents? VideoClicks?`),
    'InLine/VideoClicks': list('ClickThrough? ClickTracking* CustomClick*'),
    'Wrapper/VideoClicks': list('ClickTracking* CustomClick*'),
    MediaFiles: list('MediaFile+'),
    MediaFile: uri(is3 ? `${media} minBitrate maxBitrate codec` : media),
    Tracking: uri(is3 ? 'event! offset' : 'event!'),
    Companion: list(
      `${resources} TrackingEvents? CompanionClickThrough? ${companionClicks}AltText? AdParameters?`,
      is3 ? `${companion} assetWidth assetHeight adSlotId` : companion,
    ),
    Icon: list(`${resources} IconClicks? IconViewTracking*`, requiredIcon),
    IconClicks: list('IconClickTracking* IconClickThrough?'),
  };
}

/** Returns the rules of 4.0 and later. */
function currentRules(version: CurrentVersion): Readonly<Record<string, ElementRule>> {
  const is41 = isFrom(version, '4.1');
  const base = 'AdSystem Error* Extensions? Impression+ Pricing? ViewableImpression?';
  const creative = 'CompanionAds? CreativeExtensions? Linear? NonLinearAds?';
  const is42 = isFrom(version, '4.2');
  const [slotId, rendering] = [is41 ? 'adSlotId' : 'adSlotID', is42 ? ' renderingMode' : ''];
  return {
    VAST: list('Ad*|Error*', 'version! xmlns!'),
    Ad: list('InLine|Wrapper', `id sequence conditionalAd${is41 ? ' adType' : ''}`),
    InLine: list(
      `${base}${is41 ? ' AdServingId' : ''} AdTitle AdVerifications? Advertiser? Category* Creatives Description? ${is41 ? 'Expires? ' : ''}Survey?`,
    ),
    Wrapper: list(
      `${base} AdVerifications? ${is41 ? 'BlockedAdCategories* ' : ''}Creatives? VASTAdTagURI`,
      wrapperFlags,
    ),
    ViewableImpression: list('Viewable* NotViewable* ViewUndetermined*', 'id'),
    Category: uri('authority!'),
    // A sequence since 4.2. In 4.0 and 4.1 the elements have no order.
    'InLine/Creative': list(
      is42 ? `${creative} UniversalAdId+` : `all: ${creative} UniversalAdId`,
      'id sequence apiFramework adId',
    ),
    'Wrapper/Creative': list('CompanionAds? Linear? NonLinearAds?', 'id sequence apiFramework adId'),
    UniversalAdId: uri(is41 ? 'idRegistry!' : 'idRegistry! idValue!'),
    'InLine/Linear': list('Icons? TrackingEvents? AdParameters? Duration MediaFiles VideoClicks?', 'skipoffset'),
    'Wrapper/Linear': list('Icons? TrackingEvents? VideoClicks?', 'skipoffset'),
    'InLine/VideoClicks': list('ClickTracking* CustomClick* ClickThrough?'),
    'Wrapper/VideoClicks': list('ClickTracking* CustomClick*'),
    MediaFiles: list(`${is41 ? 'ClosedCaptionFiles? ' : ''}MediaFile+ Mezzanine* InteractiveCreativeFile*`),
    MediaFile: uri(`${media} minBitrate maxBitrate codec${is41 ? ' fileSize mediaType' : ''}`),
    InteractiveCreativeFile: uri(`type apiFramework${is41 ? ' variableDuration' : ''}`),
    Tracking: uri('event! offset'),
    Companion: list(
      `${resources} AdParameters? AltText? CompanionClickThrough? CompanionClickTracking* CreativeExtensions? TrackingEvents?`,
      `${companion} assetWidth assetHeight pxratio ${slotId}${rendering}`,
    ),
    CompanionClickTracking: uri('id!'),
    Icon: list(`${resources} IconClicks? IconViewTracking*`, `${icon} pxratio`),
    IconClicks: list('IconClickThrough? IconClickTracking*'),
    AdVerifications: list('Verification*'),
    Verification: list('ExecutableResource* JavaScriptResource* TrackingEvents? VerificationParameters?', 'vendor'),

    JavaScriptResource: uri('apiFramework browserOptional'),
  };
}

/**
 * Returns the rules of the published schema of a version for the elements that Placard writes, by element name, or by
 * `InLine/` or `Wrapper/` and the name. Elements without a rule have text and no attributes. Source: the schemas of IAB
 * Tech Lab for VAST 2.0.1, 3.0, 4.0, 4.1 and 4.2, whose license does not permit their distribution, the specification of
 * 3.0 for root errors, wrapper attributes and clicks of companions, and that of 4.3, which has the elements of 4.2.
 */
export function schemaOf(version: VastVersion): Readonly<Record<string, ElementRule>> {
  return { ...common, ...(version === '2.0' || version === '3.0' ? olderRules(version) : currentRules(version)) };
}

const eventsOfAll =
  'creativeView start firstQuartile midpoint thirdQuartile complete mute unmute pause rewind resume'.split(' ');
const eventsOf2 = [...eventsOfAll, ...'fullscreen expand collapse acceptInvitation close'.split(' ')];
const eventsOf4 = [
  ...eventsOfAll,
  ...'skip playerExpand playerCollapse progress adExpand adCollapse minimize close overlayViewDuration'.split(' '),
  'otherAdInteraction',
];
const eventsOf42 = [...eventsOf4, 'loaded', 'closeLinear', 'acceptInvitation'];

/** Values of `Tracking@event` by version. Source: the schemas, and the specification of 4.3. */
export const eventNames: Readonly<Record<VastVersion, readonly string[]>> = {
  '2.0': eventsOf2,
  '3.0': [...eventsOf2, 'exitFullscreen', 'skip', 'progress', 'acceptInvitationLinear', 'closeLinear'],
  '4.0': [...eventsOf4, 'acceptInvitation', 'acceptInvitationLinear', 'timeSpentViewing'],
  '4.1': eventsOf42,
  '4.2': eventsOf42,
  '4.3': eventsOf42,
};

/** The only event of a verification script. Source: VAST 4.1, 3.17.3. */
export const verificationEvents: readonly string[] = ['verificationNotExecuted'];
