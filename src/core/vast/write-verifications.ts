import { isFrom, type VastVersion } from './vast-version.ts';
import type { Verification } from './video-ad.ts';
import { addresses, cdata, element } from './xml-text.ts';

/**
 * Returns the `AdVerifications` element of the ad; empty before 4.1, where players read it from an extension. Source:
 * VAST 4.1, 3.16, and the Open Measurement SDK for older versions.
 */
export function writeVerifications(verifications: readonly Verification[], version: VastVersion): string {
  return isFrom(version, '4.1') ? writeAll(verifications) : '';
}

/** Returns the `Extensions` element for versions without an element for verification scripts. */
export function writeVerificationExtension(verifications: readonly Verification[], version: VastVersion): string {
  if (isFrom(version, '4.1')) return '';
  return element('Extensions', {}, element('Extension', { type: 'AdVerifications' }, writeAll(verifications)));
}

function writeAll(verifications: readonly Verification[]): string {
  return element('AdVerifications', {}, ...verifications.map(writeVerification));
}

function writeVerification({ vendor, url, apiFramework, ...rest }: Verification): string {
  return element(
    'Verification',
    { vendor },
    addresses('JavaScriptResource', [url], { apiFramework, browserOptional: rest.browserOptional }),
    element('TrackingEvents', {}, addresses('Tracking', rest.notExecuted, { event: 'verificationNotExecuted' })),
    rest.parameters === null ? '' : element('VerificationParameters', {}, cdata(rest.parameters)),
  );
}
