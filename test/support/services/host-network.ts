import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createNetworkLink, type NetworkLink } from './network-link.ts';

/** Network of a host that can be disconnected from all engines while its visitors can still reach it. */
export type HostNetwork = {
  /** Launcher of a program in the network. */
  readonly by?: readonly [program: string, ...args: string[]];
  /** Address of the host for visitors. */
  readonly address: string;
  /** Makes an engine of this machine reachable from the host. Returns its address and port. */
  reach(port: number): Promise<{ readonly address: string; readonly port: number }>;
  cutOff(): void;
  restore(): void;
  close(): Promise<void>;
};

const program = ['/usr/sbin/ip', '/sbin/ip', '/usr/bin/ip'].find((path) => existsSync(path));

/**
 * Creates a network namespace with two links, one for visitors and one for engines. The second is taken down to
 * disconnect the host. Without permission for a namespace, connections are blocked individually.
 */
export function createHostNetwork(number: number): HostNetwork {
  return mayMakeNamespaces() ? inNamespace(number) : onLinks();
}

function mayMakeNamespaces(): boolean {
  if (process.getuid?.() !== 0 || program === undefined) return false;
  const name = `placard-try-${process.pid}`;
  try {
    ip('netns', 'add', name);
    ip('netns', 'del', name);
    return true;
  } catch {
    // A container without the permission.
    return false;
  }
}

function inNamespace(number: number): HostNetwork {
  const name = `placard-${process.pid}-${number}`;
  const subnet = (process.pid % 200) + 20;
  const addressOf = (link: number, side: number) => `10.${subnet}.${number}.${link * 4 + side}`;
  const deviceOf = (link: number, side: string) => `pl${process.pid % 100_000}${number}${link}${side}`;
  const links: NetworkLink[] = [];
  ip('netns', 'add', name);
  const inside = (...args: string[]) => ip('netns', 'exec', name, program ?? 'ip', ...args);
  inside('link', 'set', 'lo', 'up');
  for (const link of [1, 2]) {
    ip('link', 'add', deviceOf(link, 'a'), 'type', 'veth', 'peer', 'name', deviceOf(link, 'b'), 'netns', name);
    ip('addr', 'add', `${addressOf(link, 1)}/30`, 'dev', deviceOf(link, 'a'));
    ip('link', 'set', deviceOf(link, 'a'), 'up');
    inside('addr', 'add', `${addressOf(link, 2)}/30`, 'dev', deviceOf(link, 'b'));
    inside('link', 'set', deviceOf(link, 'b'), 'up');
  }
  return {
    by: [program ?? 'ip', 'netns', 'exec', name],
    address: addressOf(1, 2),
    async reach(port) {
      const link = await createNetworkLink(port, addressOf(2, 1));
      links.push(link);
      return { address: addressOf(2, 1), port: link.port };
    },
    cutOff: () => ip('link', 'set', deviceOf(2, 'a'), 'down'),
    restore: () => {
      ip('link', 'set', deviceOf(2, 'a'), 'up');
    },
    async close() {
      for (const link of links) await link.close();
      for (const link of [1, 2]) ip('link', 'del', deviceOf(link, 'a'));
      ip('netns', 'del', name);
    },
  };
}

function onLinks(): HostNetwork {
  const links: NetworkLink[] = [];
  return {
    address: '127.0.0.1',
    async reach(port) {
      const link = await createNetworkLink(port);
      links.push(link);
      return { address: '127.0.0.1', port: link.port };
    },
    cutOff: () => {
      for (const link of links) link.silence();
    },
    restore: () => {
      for (const link of links) link.restore();
    },
    async close() {
      for (const link of links) await link.close();
    },
  };
}

function ip(...args: readonly string[]): void {
  execFileSync(program ?? 'ip', args, { stdio: 'pipe' });
}
