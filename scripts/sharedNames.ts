// Finds names in src/ that two things share, because a reader would confuse them.
import { basename } from 'node:path';
import ts from 'typescript';

/** Rooms whose files are named by users' words: the verbs of the command line, and the entries of the package. */
const namedByUsers = ['cli', 'entries'];
/** Entries export what other rooms have, under the same names. */
const reexporting = ['entries'];
/** Modules that are loaded by path share an interface: verbs have `usage` and `run`, the task of a process has `run`. */
const interfaces = ['usage', 'run'];

/** A sentence for each name of a file, and for each exported name, that two have. */
export function sharedNames(
  files: ReadonlyMap<string, readonly string[]>,
  sourceOf: (file: string) => string,
): string[] {
  const named = new Map<string, string>();
  const exported = new Map<string, string>();
  const sentences: string[] = [];
  for (const [room, own] of files) {
    for (const file of own) {
      const name = basename(file);
      const other = named.get(name);
      if (other !== undefined && !namedByUsers.includes(room)) {
        sentences.push(`${other} and ${file} have the same name.`);
      }
      named.set(name, file);
      if (reexporting.includes(room)) continue;
      for (const thing of exportsOf(file, sourceOf(file))) {
        if (interfaces.includes(thing)) continue;
        const first = exported.get(thing);
        if (first !== undefined && first !== file)
          sentences.push(`${first} and ${file} both export ${thing}.`);
        exported.set(thing, file);
      }
    }
  }
  return sentences;
}

/** The names that a source declares and exports; re-exported names belong to other files. */
function exportsOf(file: string, source: string): string[] {
  const { statements } = ts.createSourceFile(file, source, ts.ScriptTarget.ES2022);
  return statements.flatMap((statement) => {
    const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
    if (!modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
    const declarations = ts.isVariableStatement(statement)
      ? statement.declarationList.declarations
      : ts.isFunctionDeclaration(statement) ||
          ts.isClassDeclaration(statement) ||
          ts.isInterfaceDeclaration(statement) ||
          ts.isTypeAliasDeclaration(statement)
        ? [statement]
        : [];
    return declarations.flatMap(({ name }) => (name && ts.isIdentifier(name) ? [name.text] : []));
  });
}
