/** Location of the files according to `PLACARD_STORE`. */
export type StoreLocation = FolderLocation | BucketLocation;

export type FolderLocation = {
  readonly kind: 'folder';
  /** null: the data folder. */
  readonly folder: string | null;
};

export type BucketLocation = {
  readonly kind: 'bucket';
  readonly bucket: string;
  /** Prefix of every key, without leading and trailing slash; empty: the whole bucket is used. */
  readonly prefix: string;
  /** null: according to the environment of the machine. */
  readonly region: string | null;
  /** Endpoint of a service other than Amazon; null: that of Amazon in the region. */
  readonly endpoint: string | null;
};

/** Help text of error messages. */
export const storeLocationHelp =
  'must be a folder, or a URL such as s3://bucket/prefix?region=eu-west-1&endpoint=https://s3.example';

const bucketAddress = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w!.*'()-]+)*)\/?(?:\?(.*))?$/;
const regionPattern = /^[a-z0-9-]{2,40}$/;

/** Parses `s3://bucket/prefix?region=&endpoint=` or the path of a folder; null: neither. */
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
