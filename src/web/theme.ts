import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** The one accent: the blue of the board in our sign. */
const board: MantineColorsTuple = [
  '#e8f1fb',
  '#cfe2f6',
  '#9cc6f2',
  '#68a8ea',
  '#3d8de0',
  '#1f78cf',
  '#0b57a4',
  '#0a4f95',
  '#084180',
  '#06336a',
];

/** Neutral, a little warm by day, as paper; a little blue by night, as slate. */
const slate: MantineColorsTuple = [
  '#e9ebf0',
  '#c9cfd9',
  '#a3adbd',
  '#7b8698',
  '#5b6678',
  '#404a5a',
  '#323843',
  '#232831',
  '#1c2027',
  '#14171c',
];

/** Dense but calm: small sizes, thin lines, no shadows where a line says it. */
export const theme = createTheme({
  primaryColor: 'board',
  // The lightest by night on which white words are read.
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
    // Their heads are no second banner of the page.
    Modal: { defaultProps: { centered: true, attributes: { header: { role: 'presentation' } } } },
    Drawer: { defaultProps: { attributes: { header: { role: 'presentation' } } } },
    Tooltip: { defaultProps: { openDelay: 300, multiline: true, maw: 320, withArrow: true } },
    Paper: { defaultProps: { withBorder: true, p: 'md' } },
  },
});
