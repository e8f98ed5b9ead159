import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { type Item, isProse, type Kind, linesOf, oneLine } from './prose.ts'
import { isTest, sourceFiles } from './structure.ts'
import { calledTest, childrenOf, isNode, type Node } from './syntax.ts'
import { findQuotes, ShownTexts } from './testQuotes.ts'
import { otherItems, quotingFiles } from './wordFiles.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
/** Strings in these folders reach people: on a screen, in a message, in the API reference or on a terminal. */
const readByPeople = /^(server|web|client|cli|scripts|sample|bench|simulator)\//
/** Tests must not quote texts of these folders. The texts of the sample company and the simulator are data. */
const productFolders = /^(server|web|client|cli|scripts)\//
/** The simulator sends these texts of other products verbatim. */
const quotedTexts = /^A secret with \(name\/id\) /
const technicalAttributes = new Set(['className', 'd', 'viewBox', 'key', 'id', 'href', 'to', 'type', 'role', 'name', 'rel', 'target'])

function textsOf(program: Node): { start: number; text: string }[] {
  const matches: { start: number; text: string }[] = []
  const add = (start: number, text: string) => {
    const line = oneLine(text)
    if (isProse(line) && !quotedTexts.test(line)) matches.push({ start, text: line })
  }
  const visitNode = (node: Node) => {
    if (/^(Import|Export)\w*Declaration$/.test(node.type) && isNode(node.source)) return
    if (node.type === 'TSLiteralType' || node.type === 'TaggedTemplateExpression') {
      // A tagged template is an SQL statement, but expressions inside it are still visited.
      if (isNode(node.quasi)) for (const each of node.quasi.expressions as Node[]) visitNode(each)
      return
    }
    if (node.type === 'JSXAttribute' && technicalAttributes.has(String((node.name as Node).name))) return
    if (node.type === 'Literal' && typeof node.value === 'string') return add(node.start, node.value)
    if (node.type === 'TemplateLiteral') {
      add(node.start, (node.quasis as Node[]).map((quasi) => (quasi.value as { cooked: string }).cooked).join('…'))
    }
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      const parts = (node.children as Node[]).map((child) => (child.type === 'JSXText' ? String(child.value) : '…'))
      if (parts.some((part) => /\p{L}/u.test(part))) add((node.children as Node[])[0]!.start, parts.join(''))
    }
    for (const child of childrenOf(node)) visitNode(child)
  }
  visitNode(program)
  return matches
}

const literal = (node: Node | undefined): string | undefined =>
  node?.type === 'Literal' && typeof node.value === 'string'
    ? node.value
    : node?.type === 'TemplateLiteral'
      ? (node.quasis as Node[]).map((quasi) => (quasi.value as { cooked: string }).cooked).join('…')
      : undefined

/** Titles of tests start with "it", because readers see them like this. Titles of groups are unchanged. */
function testTitles(program: Node): { start: number; text: string }[] {
  const matches: { start: number; text: string }[] = []
  const visitNode = (node: Node) => {
    if (node.type === 'CallExpression') {
      const calledTestName = calledTest(node)
      const [title, body] = node.arguments as Node[]
      const text = literal(title)
      if (calledTestName && text !== undefined && body)
        matches.push({ start: title!.start, text: calledTestName === 'describe' ? text : `it ${text}` })
    }
    for (const child of childrenOf(node)) visitNode(child)
  }
  visitNode(program)
  return matches
}

const declaringNodeTypes = new Set([
  'VariableDeclarator',
  'FunctionDeclaration',
  'ClassDeclaration',
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
])
const keyedNodeTypes = new Set(['Property', 'PropertyDefinition', 'MethodDefinition', 'TSPropertySignature', 'TSMethodSignature'])

function namesOf(program: Node): { start: number; text: string }[] {
  const matches = new Map<string, number>()
  const add = (node: unknown) => {
    if (isNode(node) && node.type === 'Identifier' && !matches.has(String(node.name))) matches.set(String(node.name), node.start)
  }
  const bind = (node: unknown): void => {
    if (!isNode(node)) return
    if (node.type === 'Identifier') add(node)
    else if (node.type === 'ObjectPattern') for (const each of node.properties as Node[]) bind(each.value ?? each.argument)
    else if (node.type === 'ArrayPattern') for (const each of node.elements as unknown[]) bind(each)
    else bind(node.left ?? node.argument ?? node.parameter)
  }
  const visitNode = (node: Node) => {
    if (declaringNodeTypes.has(node.type)) bind(node.id)
    if (keyedNodeTypes.has(node.type) && !node.computed) add(node.key)
    if (Array.isArray(node.params)) for (const each of node.params) bind(each)
    for (const child of childrenOf(node)) visitNode(child)
  }
  visitNode(program)
  return [...matches].map(([text, start]) => ({ text, start }))
}

/** Consecutive line comments count as a single comment; instructions to tools are left out. */
function commentsOf(comments: readonly { value: string; start: number; end: number }[], source: string): { start: number; text: string }[] {
  const matches: { start: number; end: number; text: string }[] = []
  for (const { value, start, end } of comments) {
    const text = oneLine(value.replace(/^\*/, '').replace(/^\s*\* ?/gm, ''))
    if (/^(biome-ignore|@ts-|@vite|#|\/ <reference)/.test(text) || !/\p{L}{2}/u.test(text)) continue
    const last = matches.at(-1)
    if (last && /^[\t ]*\n[\t ]*$/.test(source.slice(last.end, start)) && source.startsWith('//', start)) {
      last.text += ` ${text}`
      last.end = end
    } else matches.push({ start, end, text })
  }
  return matches
}

/** The compiler can't report a missing label in a table whose keys are plain strings. */
function untypedTables(program: Node): { start: number; text: string }[] {
  const matches: { start: number; text: string }[] = []
  const visitNode = (node: Node) => {
    if (node.type === 'VariableDeclarator' && isNode(node.init) && node.init.type === 'ObjectExpression') {
      const type = ((node.id as Node).typeAnnotation as Node | undefined)?.typeAnnotation as Node | undefined
      const parameters = ((type?.typeArguments as Node | undefined)?.params as Node[] | undefined) ?? []
      const values = (node.init.properties as Node[]).map((each) => each.value as Node | undefined)
      const isLabel = (value?: Node) => value?.type === 'Literal' && typeof value.value === 'string' && isProse(value.value)
      if (parameters.length === 2 && parameters.every(({ type }) => type === 'TSStringKeyword') && values.filter(isLabel).length > 1)
        matches.push({ start: node.start, text: String((node.id as Node).name) })
    }
    for (const child of childrenOf(node)) visitNode(child)
  }
  visitNode(program)
  return matches
}

export function readWording(): { items: Item[]; untyped: Item[] } {
  const items: Item[] = otherItems()
  const untyped: Item[] = []
  const folders = new Set<string>()
  const tests: ((shown: ShownTexts) => void)[] = []
  for (const { file, text: source } of sourceFiles) {
    if (quotingFiles.includes(file)) continue
    for (const part of path.posix.dirname(file).split('/')) folders.add(part)
    items.push({ kind: 'identifiers', file, line: 0, text: path.posix.basename(file).replace(/\..*$/, '') })
    const { program, comments } = parseSync(file, source)
    const tree = program as unknown as Node
    const lineOf = linesOf(source)
    const add = (to: Item[], kind: Kind, subset: { start: number; text: string }[]) => {
      for (const { start, text } of subset) to.push({ kind, file, line: lineOf(start), text })
    }
    if (readByPeople.test(file) && !isTest(file)) {
      add(items, 'texts', textsOf(tree))
      if (productFolders.test(file)) add(untyped, 'texts', untypedTables(tree))
    } else if (isTest(file)) {
      add(items, 'titles', testTitles(tree))
      tests.push((shown) => add(items, 'quotes', findQuotes(tree, shown, file.startsWith('test/e2e/'))))
    }
    add(items, 'comments', commentsOf(comments, source))
    add(items, 'identifiers', namesOf(tree))
  }
  const shown = new ShownTexts(items.filter(({ kind, file }) => kind === 'texts' && productFolders.test(file)).map(({ text }) => text))
  for (const addQuotes of tests) addQuotes(shown)
  for (const folder of folders) items.push({ kind: 'identifiers', file: folder, line: 0, text: folder })
  return { items, untyped }
}

/**
 * Returns the last 50 subjects, the newest first. The result is empty without a history, for example in an archive. Commits that are older
 * than this check are left out.
 */
export function commitSubjects(): string[] {
  const args = ['log', '--no-merges', '--format=%s', '-50', '--since=2026-11-23T22:50:00Z']
  try {
    const log = execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' })
    return log.split('\n').filter(Boolean)
  } catch {
    return []
  }
}
