import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** The accent colour: the blue of the logo. */
const board: MantineColorsTuple = [
  '#e8f1fb',
  '#cfe2f6',
  '#8fc1ff',
  '#68a8ea',
  '#3d8de0',
  '#1f78cf',
  '#0b57a4',
  '#0a4f95',
  '#084180',
  '#06336a',
];

/** Neutral greys of the dark theme, slightly blue: 4 is the color of frames, 6 the ground of fields and menus, 7 that of cards. */
const slate: MantineColorsTuple = [
  '#e9ebf0',
  '#c9cfd9',
  '#a3adbd',
  '#68748a',
  '#323843',
  '#2b313b',
  '#232831',
  '#1c2027',
  '#181b21',
  '#14171c',
];

/** Dense layout: small font sizes, thin borders, shadows only below menus. */
export const theme = createTheme({
  primaryColor: 'board',
  // The lightest shade on which white text has enough contrast in the dark theme.
  primaryShade: { light: 6, dark: 5 },
  colors: { board, dark: slate },
  autoContrast: true,
  luminanceThreshold: 0.32,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SFMono-Regular', Menlo, Consolas, monospace",
  fontSizes: { xs: '0.75rem', sm: '0.8438rem', md: '0.9063rem', lg: '1.0625rem', xl: '1.25rem' },
  headings: {
    fontWeight: '650',
    sizes: { h1: { fontSize: '1.5rem' }, h2: { fontSize: '1.0625rem' }, h3: { fontSize: '0.9375rem' } },
  },
  components: {
    Button: { defaultProps: { size: 'sm' } },
    ActionIcon: { defaultProps: { variant: 'subtle' } },
    // The header is not a banner landmark.
    Modal: { defaultProps: { centered: true, attributes: { header: { role: 'presentation' } } } },
    Drawer: { defaultProps: { attributes: { header: { role: 'presentation' } } } },
    // Menus and options of selects are inside the main landmark.
    Popover: { defaultProps: { shadow: 'md', portalProps: { target: '#layers' } } },
    // A menu focuses its first item.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Tooltip: { defaultProps: { openDelay: 300, multiline: true, maw: 320, withArrow: true } },
    Paper: { defaultProps: { withBorder: true, p: 'md' } },
    // Long labels wrap instead of widening a narrow page.
    Switch: { styles: { labelWrapper: { minWidth: 0 } } },
    Checkbox: { styles: { labelWrapper: { minWidth: 0 } } },
    Radio: { styles: { labelWrapper: { minWidth: 0 } } },
  },
});

/** The theme with other shades of the accent color, from light to dark. */
export function themeWithAccent(shades: readonly string[]): typeof theme {
  return { ...theme, colors: { ...theme.colors, board: shades as unknown as MantineColorsTuple } };
}
