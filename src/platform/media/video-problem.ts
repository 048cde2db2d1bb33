/** Faults of an uploaded video or audio file, as error codes of the management API. */
export type VideoProblemCode =
  | 'bitrate_too_high'
  | 'broken_video'
  | 'codec_not_allowed'
  | 'no_audio'
  | 'no_video'
  | 'not_probed'
  | 'too_large'
  | 'unsupported_video'
  | 'wrong_dimensions'
  | 'wrong_duration';

/** The upload is invalid. The message continues after "the file". */
export class VideoProblem extends Error {
  readonly code: VideoProblemCode;

  constructor(code: VideoProblemCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
