import type { Plugin, Rolldown } from 'vite';

type Groups = NonNullable<Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups']>;
type GroupName = Extract<Groups[number]['name'], (...parameters: never[]) => unknown>;

/** Pages that people open most. All of their common code is in one file. */
const mainPages = [
  'home/home-page.tsx',
  'campaign/campaign-list-page.tsx',
  'booking/list/booking-list-page.tsx',
  'booking/timeline/booking-timeline.tsx',
  'creative/creative-list-page.tsx',
];
const objectPages = ['booking/booking-page.tsx', 'campaign/campaign-page.tsx'];
const editorPages = ['booking/edit-booking-page.tsx', 'booking/new-booking-page.tsx'];

/** Styles stay in the file of the module that imports them, after those of Mantine: the order determines precedence. */
const isScript = (id: string) => !/[.]css/.test(id);
const opensLater = /\/(?:Modal|ModalBase|FocusTrap|Overlay)\/|react-remove-scroll|react-style-singleton|use-sidecar/;
const isOfPage = (id: string) => isScript(id) && !opensLater.test(id);

/**
 * Returns the name for modules that these pages import statically, directly or through other modules.
 *
 * @throws {Error} if a page does not exist.
 */
function importedBy(name: string, pages: readonly string[]): GroupName {
  let reached: Set<string> | undefined;
  return (id, graph) => {
    reached ??= staticImports(pages, graph);
    return reached.has(id) ? name : null;
  };
}

function staticImports(pages: readonly string[], graph: Parameters<GroupName>[1]): Set<string> {
  const found = new Set<string>();
  const open = pages.map((page) => `${import.meta.dirname}/${page}`);
  for (const id of open) if (graph.getModuleInfo(id) === null) throw new Error(`No such page: ${id}`);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    open.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

/**
 * Files of the build, in the order of precedence: a page loads 5 to 20 files, and over HTTP/1.1 a browser requests six
 * at a time. Without these groups, the booking editor loads 59 scripts of about 1 kB.
 */
export const codeGroups: Groups = [
  { name: 'initial', tags: ['$initial'], test: isScript },
  { name: importedBy('main', mainPages), test: isOfPage, minShareCount: 2 },
  // Fewer parts than 8: larger pages. More: more files.
  { name: 'shared', test: isOfPage, minShareCount: 8 },
  { name: importedBy('object', objectPages), test: isOfPage, minShareCount: 3 },
  { name: importedBy('editor', editorPages), test: isOfPage, minShareCount: 2 },
];

/** Loads the file `main` together with `initial`, and not after it: almost every page needs it. */
export const preloadMain: Plugin = {
  name: 'placard-preload-main',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle }) {
      if (bundle === undefined) return [];
      const main = Object.values(bundle).find(({ type, name }) => type === 'chunk' && name === 'main');
      if (main === undefined) throw new Error('The build has no file `main`');
      const attrs = { rel: 'modulepreload', crossorigin: true, href: `/${main.fileName}` };
      return [{ tag: 'link', attrs, injectTo: 'head' }];
    },
  },
};
