/** What to do about an error of a configuration, by its code. */
const remedies: Readonly<Record<string, string>> = {
  required: 'Add the field.',
  unknown_field: 'Remove the field, or correct its name. "placard schema" prints all fields.',
  unknown_section: 'Correct the name of the section.',
  unsupported_version: 'Write "version: 1".',
  invalid_key: 'Use another key.',
  unknown_reference: 'Correct the key, or add the object to its section.',
  duplicate_id: 'Give one of the two objects another external ID.',
  duplicate_key: 'Remove one of the two, or give it another key.',
  cycle: 'Remove the parent of one of the publishers.',
  missing_file: 'Add the file to the folder "files", or export the configuration again with its files.',
  wrong_file: 'Export the creative again, or correct the values of the file.',
  immutable: 'Keep the previous value, or use a new key to create another object.',
  invalid_type: 'Use a value of the required type. "placard schema" prints the types.',
  invalid_value: 'Use one of the allowed values.',
  invalid_format: 'Correct the format of the value.',
  too_small: 'Use a larger value, or add entries.',
  too_big: 'Use a smaller value, or remove entries.',
  already_exists: 'Another object has this value. Change one of the two.',
  in_use: 'Remove the objects that use it from the configuration first.',
  reference_archived: 'Restore the other object, or refer to another one.',
  foreign_brand: 'Use a brand of the advertiser of the campaign.',
  foreign_domain: 'Add the domain to the brand or the media partner, or change the URL.',
  yaml_alias: 'Write the value without an anchor or alias.',
  yaml_tag: 'Remove the tag.',
  invalid_yaml: 'Correct the syntax. Indent with spaces, and quote texts with special characters.',
  file_too_large: 'Split the file into several files. The sections of all files are merged.',
  stale_version: 'Create a new plan.',
  changed: 'Repeat with --force to overwrite the change.',
};

/** Returns the remedy of an error. Errors of other rules of the API contain their reason in the message. */
export function remedyOf(code: string): string {
  return remedies[code] ?? 'Change the value as described. The API documentation describes the rule.';
}
