/** Settings of the page. */
export type PageSettings = {
  /** Address of the ad server. Default: that of the script. */
  host: string;
  /** Parameters and key-values of all ad requests. */
  parameters: Parameters;
  /** Distance from the visible area in pixels at which an ad is requested. */
  lazy: number;
  /** Seconds for which an ad is visible before the next one. 0: the ad stays. */
  refresh: number;
  /** Most refreshes of a slot. */
  maxRefreshes: number;
  /** When a slot without an ad gives up its space. `below`: only while it is below the visible area. */
  collapse: 'below' | 'always' | 'never';
  /** Time to wait for the consent of a consent manager, in milliseconds. */
  consentTimeout: number;
};

/** Values by the key of a parameter. */
export type Parameters = Readonly<Record<string, string | readonly string[]>>;

export const pageSettings: Omit<PageSettings, 'host'> = {
  parameters: {},
  lazy: 300,
  refresh: 0,
  maxRefreshes: 10,
  collapse: 'below',
  consentTimeout: 1_000,
};

/** Shortest time between two ads of a slot, in seconds. */
const minRefresh = 15;

/** Settings of a slot: of its attributes, otherwise those of the page. Requests contain parameters of both. */
export type SlotSettings = Pick<PageSettings, 'parameters' | 'lazy' | 'refresh' | 'maxRefreshes' | 'collapse'> & {
  /** Whether an ad is part of the page instead of a frame. */
  readonly isInline: boolean;
};

/** Returns the settings of a slot. Attributes that cannot be read are ignored. */
export function slotSettings({ dataset }: HTMLElement, page: PageSettings): SlotSettings {
  const numberOf = (name: string, otherwise: number) => {
    const given = Number.parseFloat(dataset[name] ?? '');
    return Number.isFinite(given) && given >= 0 ? given : otherwise;
  };
  const refresh = numberOf('refresh', page.refresh);
  return {
    parameters: parametersOf(dataset['parameters']),
    lazy: numberOf('lazy', page.lazy),
    refresh: refresh > 0 ? Math.max(minRefresh, refresh) : 0,
    maxRefreshes: numberOf('maxRefreshes', page.maxRefreshes),
    collapse: (dataset['collapse'] as PageSettings['collapse'] | undefined) ?? page.collapse,
    isInline: dataset['render'] === 'inline',
  };
}

function parametersOf(text: string | undefined): Parameters {
  try {
    return JSON.parse(text ?? '{}') as Parameters;
  } catch {
    return {};
  }
}
