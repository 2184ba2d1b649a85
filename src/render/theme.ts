// The style of the SVG drawings: system fonts, and colours for light and dark.

export const fontFamily =
  "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Liberation Sans',Arial,sans-serif";

/** `auto` follows the reader's preference; `none` leaves all styling to the page, which may use `svgStyle`. */
export type Theme = 'auto' | 'light' | 'dark' | 'none';

interface Palette {
  paper: string;
  ink: string;
  muted: string;
  line: string;
  label: string;
  missed: string;
  wrong: string;
  unsure: string;
  /** Behind highlighted words. */
  found: string;
  /** The colours of a chart's series, after Okabe and Ito: distinct for colour-blind readers too. */
  series: string[];
}

const light: Palette = {
  paper: '#ffffff',
  ink: '#1f2328',
  muted: '#59636e',
  line: '#7b8590',
  label: '#0a5a9c',
  missed: '#116329',
  wrong: '#c4212d',
  unsure: '#b04a00',
  found: '#ffe58a',
  series: ['#0072b2', '#c05400', '#00805e', '#a8508a', '#806c00', '#3d8fbd'],
};

const dark: Palette = {
  paper: '#0d1117',
  ink: '#e6edf3',
  muted: '#9198a1',
  line: '#7d8792',
  label: '#79c0ff',
  missed: '#56d364',
  wrong: '#ff7b72',
  unsure: '#ffa657',
  found: '#5c4a00',
  series: ['#56b4e9', '#f0883e', '#2fc79a', '#dd8fc0', '#e3d24f', '#a5d6ff'],
};

/** The number of distinct series colours. */
export const seriesColours = light.series.length;

/** The style sheet of trees or charts in a theme. */
export function svgStyle(kind: 'tree' | 'chart', theme: Exclude<Theme, 'none'>): string {
  const rules = kind === 'tree' ? treeRules : chartRules;
  if (theme === 'light') return rules(light);
  if (theme === 'dark') return rules(dark);
  return `${rules(light)}@media (prefers-color-scheme:dark){${rules(dark)}}`;
}

/** The style sheet of a page of trees in a theme. */
export function pageStyle(theme: Exclude<Theme, 'none'>): string {
  const colours = ({ paper, ink, muted }: Palette) =>
    `body{background:${paper};color:${ink}}figcaption small{color:${muted}}`;
  const page =
    theme === 'auto'
      ? `${colours(light)}@media (prefers-color-scheme:dark){${colours(dark)}}`
      : colours(theme === 'light' ? light : dark);
  const layout = `body{margin:16px;font:16px ${fontFamily}}figure{margin:0 0 32px;overflow-x:auto}`;
  return `${layout}${page}${svgStyle('tree', theme)}`;
}

/** The style element of a drawing; empty if the page styles it. */
export function styleElement(kind: 'tree' | 'chart', theme: Theme): string {
  return theme === 'none' ? '' : `<style>${svgStyle(kind, theme)}</style>\n`;
}

function commonRules({ paper, ink, muted, line }: Palette): string {
  return [
    `.arcwise .paper{fill:${paper}}`,
    `.arcwise text{fill:${ink}}`,
    `.arcwise .muted{fill:${muted}}`,
    `.arcwise .line{stroke:${line}}`,
  ].join('');
}

function treeRules(palette: Palette): string {
  const { paper, line, label, unsure, missed, wrong, found } = palette;
  return [
    commonRules(palette),
    `.arcwise .tip{fill:${line}}`,
    // The halo keeps a label readable if a non-projective arc runs behind it.
    `.arcwise .label{fill:${label};stroke:${paper};stroke-width:3px;paint-order:stroke}`,
    ...Object.entries({ unsure, missed, wrong }).flatMap(([name, colour]) => [
      `.arcwise .${name} .line{stroke:${colour}}`,
      `.arcwise .${name} .tip,.arcwise .${name} .label,.arcwise .${name}-label .label{fill:${colour}}`,
    ]),
    `.arcwise .found{stroke:${found};stroke-width:9px;stroke-linejoin:round;paint-order:stroke}`,
    '.arcwise .arc:hover .line{stroke-width:3px}',
  ].join('');
}

function chartRules(palette: Palette): string {
  const ofSeries = palette.series.map(
    (colour, index) =>
      `.arcwise .series${index} .line{stroke:${colour}}.arcwise .series${index} .dot{fill:${colour}}`,
  );
  return commonRules(palette) + ofSeries.join('');
}
