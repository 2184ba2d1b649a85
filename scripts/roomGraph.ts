// The import graph between the rooms of src/, and what in it breaks their order.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { sharedNames } from './sharedNames.js';

/** The maximum number of files per room. */
const mostFiles = 25;

/** Packages that also run in a page. */
const inPages = ['@huggingface/tokenizers', 'get-east-asian-width'];

export interface RoomOrder {
  /** Each may import from itself and from those before it. */
  readonly rooms: readonly string[];
  /** Those of them that may also import from Node and from packages. */
  readonly inNode: readonly string[];
}

/** The order of the rooms, from a paragraph of CONTRIBUTING.md. */
export function roomOrder(page: string): RoomOrder {
  const [, list = ''] = /only from rooms above its own: (.*?)\. Down to/.exec(page) ?? [];
  const [anywhere, inNode] = list
    .split(', then ')
    .map((names) => [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name));
  if (!inNode) throw new Error('The page does not list the rooms, those in Node after ", then".');
  return { rooms: [...anywhere, ...inNode], inNode };
}

export interface RoomGraph {
  /** The files of each room, by their paths from the project's folder. */
  readonly files: ReadonlyMap<string, readonly string[]>;
  /** How often the files of a room name files of those above, by import or as a program or thread to start. */
  readonly edges: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** What breaks the order, one sentence each. */
  readonly violations: readonly string[];
}

/** Reads the sources in a project's folder. */
export function roomGraph(project: string, { rooms, inNode }: RoomOrder): RoomGraph {
  const folders = readdirSync(join(project, 'src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const filesOf = (room: string) =>
    readdirSync(join(project, 'src', room))
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `src/${room}/${name}`);
  const violations = [
    ...folders.filter((name) => !rooms.includes(name)).map((name) => `src/${name} is not listed as a room.`),
    ...rooms.filter((name) => !folders.includes(name)).map((name) => `The room ${name} has no folder.`),
  ];
  const files = new Map(
    rooms.filter((room) => folders.includes(room)).map((room) => [room, filesOf(room)] as const),
  );
  const edges: Map<string, ReadonlyMap<string, number>> = new Map();
  for (const [at, room] of rooms.entries()) {
    const counts = new Map<string, number>();
    const own = files.get(room) ?? [];
    if (own.length > mostFiles) violations.push(`${room} has ${own.length} files, more than ${mostFiles}.`);
    for (const file of own) {
      for (const { text, isImport } of stringsOf(file, readFileSync(join(project, file), 'utf8'))) {
        const [, target, name] = /(?:^|\/)(\w+)\/(\w+)\.js$/.exec(text) ?? [];
        if (files.get(target)?.includes(`src/${target}/${name}.ts`)) {
          const place = rooms.indexOf(target);
          if (place < at) counts.set(target, (counts.get(target) ?? 0) + 1);
          if (place > at) {
            violations.push(`${file} ${isImport ? 'imports' : 'starts'} ${text}, of a room below its own.`);
          }
        } else if (isImport && text.startsWith('../')) {
          violations.push(`${file} imports ${text}, which is in no room.`);
        } else if (isImport && !text.startsWith('./') && !inNode.includes(room) && !inPages.includes(text)) {
          violations.push(`${file} imports ${text}, which pages do not have.`);
        }
      }
    }
    edges.set(room, new Map([...counts].sort(([a], [b]) => rooms.indexOf(a) - rooms.indexOf(b))));
  }
  violations.push(...sharedNames(files, (file) => readFileSync(join(project, file), 'utf8')));
  return { files, edges, violations };
}

/** The page with its drawing replaced by that of the graph. Arrows that follow from others are left out. */
export function withDrawing(page: string, { edges }: RoomGraph): string {
  const targets = (room: string) => [...(edges.get(room)?.keys() ?? [])];
  const reaches = (room: string, target: string): boolean =>
    targets(room).some((next) => next === target || reaches(next, target));
  const arrows = [...edges.keys()].flatMap((room) =>
    targets(room)
      .filter((target) => !targets(room).some((next) => reaches(next, target)))
      .map((target) => `  ${room} --> ${target}\n`),
  );
  return page.replace(/(?<=^```mermaid\n)[^`]*(?=^```$)/m, `flowchart BT\n${arrows.join('')}`);
}

/** The strings of a source, and which of them are imported. */
function stringsOf(file: string, source: string): { text: string; isImport: boolean }[] {
  const strings: { text: string; isImport: boolean }[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateTail(node)) {
      const { parent } = node;
      const isImport =
        ts.isImportDeclaration(parent) ||
        ts.isExportDeclaration(parent) ||
        (ts.isLiteralTypeNode(parent) && ts.isImportTypeNode(parent.parent)) ||
        (ts.isCallExpression(parent) && parent.expression.kind === ts.SyntaxKind.ImportKeyword);
      strings.push({ text: node.text, isImport });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.ES2022, true));
  return strings;
}
