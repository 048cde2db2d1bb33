/** The upload cannot continue. Acknowledged data is retained. */
export class UploadRefused extends Error {
  readonly reason: 'too_many' | 'moved' | 'full' | 'too_long' | 'checksum' | 'gone';

  constructor(reason: UploadRefused['reason']) {
    super(`Upload rejected: ${reason}`);
    this.reason = reason;
  }
}
