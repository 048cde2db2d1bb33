import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installTools, runTool } from './debian-tools.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const baseImage = 'localhost/debian:bookworm-slim';
const nodeImage = 'localhost/node:24-bookworm-slim';
/** Timeout of the build in milliseconds. Most of it is the compilation of FFmpeg. */
const buildMs = 1_500_000;
const certificates = '/etc/ssl/certs/ca-certificates.crt';
const suites = '/etc/apt/sources.list.d/debian.sources';

export type BuiltImage = {
  /** Path of the image's file system. */
  readonly path: string;
  readonly bytes: number;
  /** Start configuration for a container engine. */
  readonly config: { readonly User: string; readonly Entrypoint: readonly string[]; readonly Env: readonly string[] };
  /**
   * Returns a command line that runs a command in the image: the file system is read-only except /tmp and /data, and
   * the user is that of the image.
   */
  runWith(dataFolder: string): readonly [program: string, ...args: string[]];
  remove(): void;
};

/**
 * Builds deploy/Dockerfile with buildah. It needs no image registry: debootstrap creates the base images, with Node and
 * npm of this machine.
 */
export function buildImage(folder: string): BuiltImage {
  installTools('buildah', ['buildah', 'crun']);
  installTools('debootstrap');
  const env = { ...process.env, STORAGE_DRIVER: 'vfs', BUILDAH_ISOLATION: 'chroot' };
  const storageOptions = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run')];
  const buildah = (...args: string[]) =>
    runTool('buildah', [...storageOptions, ...args], { cwd: root, env, withinMs: buildMs }).trim();
  const commit = (container: string, name: string) => {
    buildah('commit', '--quiet', container, name);
    buildah('rm', container);
  };
  const base = buildah('from', 'scratch');
  buildah('add', '--quiet', base, makeDebian(join(folder, 'debian')), '/');
  commit(base, baseImage);
  commit(addNode(buildah), nodeImage);
  const images = ['--build-arg', `NODE_IMAGE=${nodeImage}`, '--build-arg', `BASE_IMAGE=${baseImage}`];
  buildah('build', '--format', 'docker', ...images, '--file', 'deploy/Dockerfile', '--tag', 'placard', '.');
  const container = buildah('from', 'localhost/placard');
  const path = buildah('mount', container);
  const { Docker } = JSON.parse(buildah('inspect', container)) as { Docker: { config: BuiltImage['config'] } };
  return {
    path,
    bytes: Number(runTool('du', ['--summarize', '--bytes', '--one-file-system', path]).split('\t')[0]),
    config: Docker.config,
    runWith: (dataFolder) => ['unshare', '--mount', 'sh', '-c', inImage(Docker.config), 'sh', path, dataFolder],
    remove() {
      buildah('rm', '--all');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Creates an image like Debian slim: without manuals, translations and downloaded packages. */
function makeDebian(folder: string): string {
  runTool('debootstrap', ['--variant=minbase', 'bookworm', folder]);
  for (const name of ['usr/share/doc', 'usr/share/man', 'usr/share/locale', 'var/cache/apt', 'var/lib/apt/lists']) {
    rmSync(join(folder, name), { recursive: true, force: true });
    mkdirSync(join(folder, name), { recursive: true });
  }
  const list = existsSync(suites) ? readFileSync(suites, 'utf8') : null;
  if (list === null) throw new Error(`${suites} is missing. This test requires a machine with Debian 12`);
  // Only Debian's own repositories: the file of a machine may contain others.
  const ours = list.split(/\n(?=deb )/)[0] ?? '';
  writeFileSync(join(folder, 'etc/apt/sources.list.d/debian.sources'), `${ours}\n`);
  rmSync(join(folder, 'etc/apt/sources.list'), { force: true });
  return folder;
}

function addNode(buildah: (...args: string[]) => string): string {
  const container = buildah('from', baseImage);
  const npm = dirname(dirname(realpathSync(runTool('sh', ['-c', 'command -v npm']).trim())));
  buildah('add', '--quiet', container, process.execPath, '/usr/local/bin/node');
  buildah('add', '--quiet', container, npm, '/usr/local/lib/node_modules/npm');
  // The certificates of this machine, in case packages are downloaded through its proxy.
  buildah('add', '--quiet', container, certificates, certificates);
  buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${certificates}`, container);
  buildah('run', container, '--', 'ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm');
  return container;
}

/** $1: file system of the image; $2: data folder; then Node and the program of the test, which the image replaces. */
function inImage({ Entrypoint, User, Env }: BuiltImage['config']): string {
  const settings = Env.map((setting) => setting.split('=')[0]);
  const path = Env.find((setting) => setting.startsWith('PATH=')) ?? 'PATH=/usr/local/bin:/usr/bin:/bin';
  const defaults = Env.filter((setting) => setting.startsWith('NODE_ENV='));
  if (!settings.includes('PLACARD_DATA')) throw new Error('The image does not set its data folder');
  const [user = '', group = user] = User.split(':');
  return [
    'set -e',
    'image="$1"; data="$2"; shift 4',
    'mount --bind "$image" "$image" && mount -o remount,ro,bind "$image"',
    'mount -t tmpfs tmpfs "$image/tmp" && mount --bind "$data" "$image/data"',
    'mount --rbind /dev "$image/dev" && mount --rbind /proc "$image/proc"',
    `exec env ${path} ${defaults.join(' ')} PLACARD_DATA=/data chroot "$image" setpriv --reuid=${user} --regid=${group} --clear-groups ${Entrypoint.join(' ')} "$@"`,
  ].join('; ');
}
