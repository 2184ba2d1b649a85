// Writes a copy of the sources to build/fuzz in which every branch of a reader counts how often it is taken:
// `$points[17]++`. The counters tell the fuzzer which inputs reach what no input reached before.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import ts from 'typescript';

const target = 'build/fuzz';

/** What reads nothing from outside. The generator of random numbers is the fuzzer's own tool too. */
const uncounted = /^src\/(engine|nn|decode|deduction|transition)\//;

const { factory } = ts;
let points = 0;

const count = () =>
  factory.createPostfixIncrement(
    factory.createElementAccessExpression(factory.createIdentifier('$points'), points++),
  );
const statement = () => factory.createExpressionStatement(count());
const counted = (expression) =>
  factory.createParenthesizedExpression(factory.createComma(count(), expression));
const block = (body) =>
  factory.createBlock([
    statement(),
    ...(body === undefined ? [] : ts.isBlock(body) ? body.statements : [body]),
  ]);

/** Whether the right side of an operator may be passed over. */
const isShort = ({ kind }) =>
  [
    ts.SyntaxKind.AmpersandAmpersandToken,
    ts.SyntaxKind.BarBarToken,
    ts.SyntaxKind.QuestionQuestionToken,
  ].includes(kind);

function counting(context) {
  const visit = (old) => {
    const node = ts.visitEachChild(old, visit, context);
    if (ts.isIfStatement(node)) {
      const { expression, thenStatement, elseStatement } = node;
      return factory.updateIfStatement(node, expression, block(thenStatement), block(elseStatement));
    }
    if (ts.isConditionalExpression(node)) {
      const { condition, questionToken, whenTrue, colonToken, whenFalse } = node;
      const [yes, no] = [counted(whenTrue), counted(whenFalse)];
      return factory.updateConditionalExpression(node, condition, questionToken, yes, colonToken, no);
    }
    if (ts.isBinaryExpression(node) && isShort(node.operatorToken)) {
      return factory.updateBinaryExpression(node, node.left, node.operatorToken, counted(node.right));
    }
    if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) {
      const { modifiers, typeParameters, parameters, type, equalsGreaterThanToken: arrow, body } = node;
      return factory.updateArrowFunction(
        node,
        modifiers,
        typeParameters,
        parameters,
        type,
        arrow,
        counted(body),
      );
    }
    if (ts.isCaseOrDefaultClause(node)) {
      const statements = [statement(), ...node.statements];
      return ts.isCaseClause(node)
        ? factory.updateCaseClause(node, node.expression, statements)
        : factory.updateDefaultClause(node, statements);
    }
    if (ts.isForStatement(node)) {
      const { initializer, condition, incrementor, statement: body } = node;
      return factory.updateForStatement(node, initializer, condition, incrementor, block(body));
    }
    if (ts.isForOfStatement(node)) {
      const { awaitModifier, initializer, expression, statement: body } = node;
      return factory.updateForOfStatement(node, awaitModifier, initializer, expression, block(body));
    }
    if (ts.isWhileStatement(node)) {
      return factory.updateWhileStatement(node, node.expression, block(node.statement));
    }
    const isBody = ts.isBlock(old) && (ts.isFunctionLike(old.parent) || ts.isCatchClause(old.parent));
    return isBody ? factory.updateBlock(node, block(node).statements) : node;
  };
  return (file) => ts.visitNode(file, visit);
}

rmSync(target, { recursive: true, force: true });
for (const path of ts.sys.readDirectory('.', ['.ts'], undefined, ['src', 'fuzz', 'test/support']).sort()) {
  const isCounted = path.startsWith('src/') && !uncounted.test(path);
  const { outputText } = ts.transpileModule(readFileSync(path, 'utf8'), {
    fileName: path,
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
    },
    transformers: isCounted ? { before: [counting] } : {},
  });
  const output = `${target}/${path.replace(/\.ts$/, '.js')}`;
  mkdirSync(dirname(output), { recursive: true });
  writeFileSync(output, isCounted ? `const { $points } = globalThis;\n${outputText}` : outputText);
}
writeFileSync(`${target}/points.json`, JSON.stringify(points));
