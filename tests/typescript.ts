// Reads TypeScript sources for the tests of layers and of lengths.
import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import ts from "typescript";

export const root = resolve(import.meta.dirname, "..");

export interface Source {
  /** Its place, from the root of the project. */
  readonly path: string;
  readonly text: string;
}

/** All TypeScript files below a folder. */
export function sourcesBelow(folder: string): Source[] {
  return readdirSync(join(root, folder), { encoding: "utf8", recursive: true })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(folder, name))
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}

const parsed = ({ path, text }: Source): ts.SourceFile =>
  ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);

function nodesOf(node: ts.Node): ts.Node[] {
  const found = [node];
  ts.forEachChild(node, (child) => void found.push(...nodesOf(child)));
  return found;
}

/** What an import statement, an export from another file, import() or the type import("…") names. */
function specifierOf(node: ts.Node): string | undefined {
  const named =
    ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
      ? node.moduleSpecifier
      : ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
        ? node.arguments[0]
        : ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)
          ? node.argument.literal
          : undefined;
  return named && ts.isStringLiteral(named) ? named.text : undefined;
}

/** The files among `sources` that each one imports, for values or for types. */
export function importsOf(sources: readonly Source[]): Map<string, string[]> {
  const known = new Set(sources.map(({ path }) => path));
  return new Map(
    sources.map((source) => {
      const found = nodesOf(parsed(source))
        .map(specifierOf)
        .filter((name) => name?.startsWith("."))
        .map((name) => join(source.path, "..", name ?? "").replace(/\.js$/, ""))
        .flatMap((to) => [`${to}.ts`, `${to}.d.ts`, to].filter((path) => known.has(path)));
      return [source.path, [...new Set(found)]];
    }),
  );
}

/** Circles of a graph, each as a walk that ends where it begins: one for each edge that closes a circle. */
export function circlesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const done = new Set<string>();
  const circles: string[][] = [];
  const visit = (node: string, path: readonly string[]): void => {
    if (path.includes(node)) return void circles.push([...path.slice(path.indexOf(node)), node]);
    if (done.has(node)) return;
    for (const next of graph.get(node) ?? []) visit(next, [...path, node]);
    done.add(node);
  };
  for (const node of graph.keys()) visit(node, []);
  return circles;
}

/** Name and number of lines of each function that has a body. */
export function functionsOf(source: Source): [string, number][] {
  const file = parsed(source);
  const line = (position: number): number => file.getLineAndCharacterOfPosition(position).line;
  return nodesOf(file).flatMap((node): [string, number][] => {
    if (!ts.isFunctionLike(node) || !("body" in node) || !node.body) return [];
    const { parent } = node;
    const name = node.name ?? (ts.isVariableDeclaration(parent) ? parent.name : undefined);
    const length = line(node.end) - line(node.getStart()) + 1;
    return [[name?.getText() ?? "(no name)", length]];
  });
}

/** Name and number of members of each class: fields, methods, and fields that the constructor declares. */
export function classesOf(source: Source): [string, number][] {
  return nodesOf(parsed(source))
    .filter(ts.isClassLike)
    .map((one) => {
      const members = one.members.filter((member) => !ts.isSemicolonClassElement(member));
      const names = members.map((member) => member.name?.getText() ?? "constructor");
      const declared = members
        .filter(ts.isConstructorDeclaration)
        .flatMap(({ parameters }) => parameters.filter(({ modifiers }) => modifiers?.length));
      return [one.name?.text ?? "(no name)", new Set(names).size + declared.length];
    });
}

/** Errors of the files of a folder where there is no page: with the types of the language and of Node alone. */
export function errorsWithoutPage(paths: readonly string[]): string[] {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile) as {
    config: object;
  };
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, root);
  const program = ts.createProgram(
    paths.map((path) => join(root, path)),
    { ...options, lib: ["lib.es2023.d.ts"], types: ["node"] },
  );
  return paths.flatMap((path) => {
    const file = program.getSourceFile(join(root, path));
    return program
      .getSemanticDiagnostics(file)
      .map(({ messageText }) => `${path}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`);
  });
}
