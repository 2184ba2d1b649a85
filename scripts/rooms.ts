// npm run rooms: prints the import graph between the rooms of src/, and fails if it breaks their order. With
// --write, it also draws the graph in CONTRIBUTING.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { roomGraph, roomOrder, withDrawing } from './roomGraph.js';

const page = readFileSync('CONTRIBUTING.md', 'utf8');
const graph = roomGraph('.', roomOrder(page));

console.log('room        files  imports from');
for (const [room, files] of graph.files) {
  const edges = [...(graph.edges.get(room) ?? [])].map(([target, count]) => `${target} ${count}`);
  console.log(`${room.padEnd(12)}${String(files.length).padStart(5)}  ${edges.join(', ')}`.trimEnd());
}
if (graph.violations.length > 0) {
  console.error(`\n${graph.violations.join('\n')}`);
  process.exitCode = 1;
}
if (process.argv.includes('--write')) writeFileSync('CONTRIBUTING.md', withDrawing(page, graph));
