// What the pages show and a test cannot run as it stands, each with its reason.

/** Commands, or programs by their first words, that do not run, on a page or on any. */
export const exceptions: readonly { page?: string; begins: string; reason: string }[] = [
  { page: 'README.md', begins: 'npm install && npm test', reason: 'it is what runs the tests' },
  ...['npm pack', 'mkdir -p my-project'].map((begins) => ({
    page: 'docs/quickstart.md',
    begins,
    reason: 'takes the network; npm run check:package does it without',
  })),
  ...[
    'arcwise worker --queue',
    'arcwise experiment run experiments/table2.json --queue',
    'arcwise parse --queue',
  ].map((begins) => ({
    page: 'docs/experiments.md',
    begins,
    reason: 'needs Redis; npm run test:queue does it',
  })),
  ...['docker build', 'docker run'].map((begins) => ({
    page: 'docs/server.md',
    begins,
    reason: 'needs Docker; the steps of the image are those of .ci/run',
  })),
  {
    page: 'docs/page.md',
    begins: 'npx vite preview',
    reason: 'serves until it is stopped; npm run test:web does',
  },
  ...['npm run test:robust', 'npm run test:faults'].map((begins) => ({
    page: 'docs/trust.md',
    begins,
    reason: 'takes many minutes; a part of it is in npm test',
  })),
  ...['arcwise train --encoder', 'arcwise parse --model my.model --input tokens sentences.txt'].map(
    (begins) => ({
      page: 'docs/pretrained.md',
      begins,
      reason: 'needs pretrained weights; test/cli/joint.test.ts does it with random ones',
    }),
  ),
  {
    page: 'docs/library.md',
    begins: "import { load } from 'arcwise/browser'",
    reason: 'needs a page; npm run test:browser does it',
  },
  { page: 'docs/growth.md', begins: 'npm run bench', reason: 'takes many minutes' },
];

/** What programs take for granted. */
export const preludes: readonly { page: string; begins: string; before: string }[] = [
  {
    page: 'README.md',
    begins: 'import { arcEagerMarginals, decodeArcEager',
    before:
      'const [shift, reduceLeft, rightArc, reduce] = [0, 1, 2, 3].map(() => new Float32Array(5 * 5));\n',
  },
  {
    page: 'docs/examples.md',
    begins: "import { load } from 'arcwise';\n\nconst notebookParser",
    before: 'declare const display: (value: unknown) => void;\n',
  },
];

/** Where a command that holds its terminal until it is stopped answers; nothing for any other command. */
export function serverAddress(command: string): string | undefined {
  if (/&\s*$/.test(command)) return undefined;
  if (!/^(npx )?arcwise serve\b|^npm start -- serve\b/.test(command)) return undefined;
  return `http://127.0.0.1:${/--port (\d+)/.exec(command)?.[1] ?? 8080}/`;
}
