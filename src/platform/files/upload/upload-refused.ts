/** Why an upload cannot go on; what was acknowledged stays. */
export class UploadRefused extends Error {
  readonly reason: 'too_many' | 'moved' | 'full' | 'too_long' | 'checksum' | 'gone';

  constructor(reason: UploadRefused['reason']) {
    super(`The upload is refused: ${reason}`);
    this.reason = reason;
  }
}
