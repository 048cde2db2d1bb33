/** Faults of an uploaded archive, as error codes of the management API. */
export type ArchiveProblemCode =
  | 'broken_zip'
  | 'duplicate_name'
  | 'encrypted_zip'
  | 'link_in_zip'
  | 'missing_click_tag'
  | 'missing_size'
  | 'no_page'
  | 'not_utf8'
  | 'too_large'
  | 'too_many_files'
  | 'type_not_allowed'
  | 'unsafe_name'
  | 'wrong_content'
  | 'wrong_dimensions';

/** The upload is invalid. The message continues after "the file". */
export class ArchiveProblem extends Error {
  readonly code: ArchiveProblemCode;

  constructor(code: ArchiveProblemCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
