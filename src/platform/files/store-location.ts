/** Where the files lie, as `PLACARD_STORE` says. */
export type StoreLocation = FolderLocation | BucketLocation;

export type FolderLocation = {
  readonly kind: 'folder';
  /** null: the data folder. */
  readonly folder: string | null;
};

export type BucketLocation = {
  readonly kind: 'bucket';
  readonly bucket: string;
  /** Before every key, without a slash at its ends; empty: the bucket is ours alone. */
  readonly prefix: string;
  /** null: as the environment of the machine says. */
  readonly region: string | null;
  /** Address of a service that is not Amazon's; null: Amazon's in the region. */
  readonly endpoint: string | null;
};

/** For a message on what cannot be read. */
export const storeLocationHelp =
  'must be a folder, or such as s3://bucket/prefix?region=eu-west-1&endpoint=https://s3.example';

const bucketAddress = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w!.*'()-]+)*)\/?(?:\?(.*))?$/;
const regionPattern = /^[a-z0-9-]{2,40}$/;

/** Reads `s3://bucket/prefix?region=&endpoint=` or the path of a folder; null: neither. */
export function parseStoreLocation(text: string): StoreLocation | null {
  if (!/^[a-z0-9]+:\/\//i.test(text)) return { kind: 'folder', folder: text };
  const match = bucketAddress.exec(text);
  if (match === null) return null;
  const query = new URLSearchParams(match[3]);
  if ([...query.keys()].some((key) => key !== 'region' && key !== 'endpoint')) return null;
  const region = query.get('region') || null;
  const endpoint = query.get('endpoint') || null;
  if (region !== null && !regionPattern.test(region)) return null;
  if (endpoint !== null && !/^https?:\/\/[^/?#@]+\/?$/.test(endpoint)) return null;
  return { kind: 'bucket', bucket: match[1] ?? '', prefix: (match[2] ?? '').slice(1), region, endpoint };
}
