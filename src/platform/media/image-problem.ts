/** What is wrong with an uploaded image; the message is for its sender. */
export class ImageProblem extends Error {
  /** Stable code, as it stands beside the field. */
  readonly code: ImageProblemCode;

  constructor(code: ImageProblemCode, message: string, options: { readonly cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
  }
}

export type ImageProblemCode = 'unsupported_image' | 'broken_image' | 'too_large' | 'wrong_dimensions';
