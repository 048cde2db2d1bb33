/** A value of an MMDB record. */
export type MmdbValue = string | number | readonly MmdbValue[] | { readonly [key: string]: MmdbValue };

type Node = { left: Node | number | null; right: Node | number | null };

const marker = Buffer.concat([Buffer.from([0xab, 0xcd, 0xef]), Buffer.from('MaxMind.com')]);

/**
 * Returns a file like those that operators buy or download, with a few networks. Source: MaxMind DB file format 2.0.
 * @param networks IPv4 networks (`203.0.113.0/24`) and their records
 */
export function writeMmdb(networks: Readonly<Record<string, MmdbValue>>): Buffer {
  const root: Node = { left: null, right: null };
  const parts: Buffer[] = [];
  let dataBytes = 0;
  for (const [network, record] of Object.entries(networks)) {
    insert(root, network, dataBytes);
    const part = encode(record);
    parts.push(part);
    dataBytes += part.length;
  }
  const nodes = numbered(root);
  const tree = Buffer.concat(
    [...nodes.keys()].map((node) => {
      const bytes = Buffer.alloc(6);
      for (const [at, side] of [node.left, node.right].entries()) bytes.writeUIntBE(recordOf(side, nodes), at * 3, 3);
      return bytes;
    }),
  );
  const metadata = encode({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_795_000_000,
    database_type: 'Test-City',
    description: { en: 'Test' },
    ip_version: 6,
    languages: ['en'],
    node_count: nodes.size,
    record_size: 24,
  });
  return Buffer.concat([tree, Buffer.alloc(16), ...parts, marker, metadata]);
}

/** An IPv4 address is in the last 32 of 128 bits. */
function insert(root: Node, network: string, dataAt: number): void {
  const [address = '', bits = '32'] = network.split('/');
  const path =
    '0'.repeat(96) +
    address
      .split('.')
      .map((byte) => Number(byte).toString(2).padStart(8, '0'))
      .join('');
  const length = 96 + Number(bits);
  let node = root;
  for (let at = 0; at < length; at += 1) {
    const side = path[at] === '0' ? 'left' : 'right';
    if (at === length - 1) node[side] = dataAt;
    else {
      const next = node[side];
      const child: Node = typeof next === 'object' && next !== null ? next : { left: null, right: null };
      node[side] = child;
      node = child;
    }
  }
}

function numbered(root: Node): Map<Node, number> {
  const nodes = new Map<Node, number>([[root, 0]]);
  for (const node of nodes.keys()) {
    for (const side of [node.left, node.right]) {
      if (typeof side === 'object' && side !== null) nodes.set(side, nodes.size);
    }
  }
  return nodes;
}

function recordOf(side: Node | number | null, nodes: ReadonlyMap<Node, number>): number {
  if (side === null) return nodes.size;
  return typeof side === 'number' ? nodes.size + 16 + side : (nodes.get(side) ?? 0);
}

function encode(value: MmdbValue): Buffer {
  if (typeof value === 'string') {
    const text = Buffer.from(value);
    return Buffer.concat([control(2, text.length), text]);
  }
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([control(6, 4), bytes]);
  }
  if (isList(value)) return Buffer.concat([control(11, value.length), ...value.map(encode)]);
  const entries = Object.entries(value);
  return Buffer.concat([control(7, entries.length), ...entries.flatMap(([key, part]) => [encode(key), encode(part)])]);
}

function isList(value: MmdbValue): value is readonly MmdbValue[] {
  return Array.isArray(value);
}

/** Sizes up to 28 are in the first byte, up to 284 in a second one. Types above 7 are in a separate byte. */
function control(type: number, size: number): Buffer {
  const short = Math.min(size, 29);
  return Buffer.from([
    (type > 7 ? 0 : type << 5) | short,
    ...(type > 7 ? [type - 7] : []),
    ...(size >= 29 ? [size - 29] : []),
  ]);
}
