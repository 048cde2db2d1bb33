/** Fault of an uploaded image. The message is for its sender. */
export class ImageProblem extends Error {
  /** Stable error code of the field. */
  readonly code: ImageProblemCode;

  constructor(code: ImageProblemCode, message: string, options: { readonly cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
  }
}

export type ImageProblemCode = 'unsupported_image' | 'broken_image' | 'too_large' | 'wrong_dimensions';
