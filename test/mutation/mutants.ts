import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'

export interface Mutant {
  id: number
  /** A stable key of file, kind of change and texts, which doesn’t depend on the line. */
  key: string
  file: string
  line: number
  change: Change
  before: string
  after: string
}

type Change =
  | 'negate'
  | 'dropClause'
  | 'compareOtherwise'
  | 'compareOtherField'
  | 'flip'
  | 'dropCheck'
  | 'allowInstead'
  | 'someOrEvery'
  | 'dropFilter'

interface Node {
  type: string
  start: number
  end: number
  [field: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'
/** Types don’t exist at run time, so they have no mutants. */
const isType = ({ type }: Node) =>
  type.startsWith('TS') && !['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression'].includes(type)

const operatorReplacements: Record<string, string> = { '===': '!==', '!==': '===', '<': '<=', '<=': '<', '>': '>=', '>=': '>' }
const sqlReplacements: [RegExp, string][] = [
  [/ = /g, ' <> '],
  [/ <> /g, ' = '],
  [/ > /g, ' <= '],
  [/ < /g, ' >= '],
  [/\bnot exists\b/g, 'exists'],
  [/(?<!not )\bexists\b/g, 'not exists'],
  [/\bis null\b/g, 'is not null'],
  [/\bis not null\b/g, 'is null'],
]
const checks = /^(allow|require\w*|refuse\w*|guard\w*|assert\w*)$/
const hasNegation = ({ type, operator }: Node) =>
  (type === 'UnaryExpression' && operator === '!') || (type === 'BinaryExpression' && (operator === '===' || operator === '!=='))
/** Policies return a reason, which is a sentence, instead of `true`. */
const isReason = (text: string) => / /.test(text) && /[.!?]$/.test(text)

interface Edit {
  start: number
  end: number
  mutant: Mutant
  after: string
  /** Inserts `if (…)` before a statement instead of a conditional expression. */
  statement?: boolean
}

/**
 * Finds all mutants of a file and builds a source with all of them: `__mutant(7) ? changed : original`, so that one process can test each.
 * @param firstId the ID of the first mutant in this file
 */
export function mutantsOf(file: string, source: string, firstId: number): { mutants: Mutant[]; instrumented: string } {
  const { program } = parseSync(file, source)
  const edits: Edit[] = []
  const keys = new Map<string, number>()
  const text = ({ start, end }: Node) => source.slice(start, end)
  const fields = fieldsByObject(program as unknown as Node, text)

  function add(node: Node, change: Change, after: string, statement = false): void {
    const before = text(node)
    const base = `${file} ${change} ${collapseWhitespace(before)} -> ${collapseWhitespace(after)}`
    const nth = (keys.get(base) ?? 0) + 1
    keys.set(base, nth)
    const mutant: Mutant = {
      id: firstId + edits.length,
      key: nth === 1 ? base : `${base} #${nth}`,
      file,
      line: source.slice(0, node.start).split('\n').length,
      change,
      before: collapseWhitespace(before),
      after: collapseWhitespace(after),
    }
    edits.push({ start: node.start, end: node.end, mutant, after, statement })
  }

  function visitNode(node: Node, parent?: Node): void {
    if (isType(node) || node.type === 'ImportDeclaration') return
    switch (node.type) {
      case 'LogicalExpression':
        // A default of null, an empty text or zero only satisfies a type.
        if (!(node.operator === '??' && /^(null|''|0|false|\[\]|\{\})$/.test(text(node.right as Node))))
          add(node, 'dropClause', text(node.left as Node))
        add(node, 'dropClause', text(node.right as Node))
        break
      case 'IfStatement':
      case 'ConditionalExpression':
        // Comparisons and negations already have their own mutant with the same effect.
        if (!hasNegation(node.test as Node)) add(node.test as Node, 'negate', `!(${text(node.test as Node)})`)
        break
      case 'UnaryExpression':
        if (node.operator === '!') add(node, 'negate', text(node.argument as Node))
        break
      case 'BinaryExpression': {
        const [left, right, operator] = [node.left as Node, node.right as Node, node.operator as string]
        if (operatorReplacements[operator]) add(node, 'compareOtherwise', `${text(left)} ${operatorReplacements[operator]} ${text(right)}`)
        if (operator === '===' || operator === '!==') {
          const otherField = anotherField(left, fields, text)
          if (otherField) add(node, 'compareOtherField', `${otherField} ${operator} ${text(right)}`)
        }
        break
      }
      case 'Literal':
        if (typeof node.value === 'boolean') add(node, 'flip', String(!node.value))
        if (typeof node.value === 'string' && isReason(node.value) && canBeVerdict(parent)) add(node, 'allowInstead', 'true')
        break
      case 'TemplateLiteral':
        if (isReason(text(node).slice(1, -1)) && canBeVerdict(parent)) add(node, 'allowInstead', 'true')
        break
      case 'ThrowStatement':
        add(node, 'dropCheck', '', true)
        break
      case 'ExpressionStatement': {
        const callExpression = withoutAwait(node.expression as Node)
        if (callExpression.type === 'CallExpression' && checks.test(text(callExpression.callee as Node))) add(node, 'dropCheck', '', true)
        break
      }
      case 'CallExpression': {
        const callee = node.callee as Node
        if (callee.type !== 'MemberExpression') break
        const [object, name] = [text(callee.object as Node), text(callee.property as Node)]
        const args = source.slice(callee.end, node.end)
        if (name === 'some' || name === 'every') add(node, 'someOrEvery', `${object}.${name === 'some' ? 'every' : 'some'}${args}`)
        if (name === 'filter' || name === 'where') add(node, 'dropFilter', object)
        break
      }
      case 'TaggedTemplateExpression':
        if (text(node.tag as Node) === 'sql')
          for (const [pattern, replacement] of sqlReplacements)
            for (const { index, 0: match } of text(node).matchAll(pattern))
              add(node, 'compareOtherwise', text(node).slice(0, index) + replacement + text(node).slice(index + match.length))
        break
    }
    for (const [field, value] of Object.entries(node)) {
      if (field === 'typeAnnotation' || field === 'typeArguments' || field === 'returnType') continue
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visitNode(child, node)
    }
  }
  visitNode(program as unknown as Node)
  return { mutants: edits.map(({ mutant }) => mutant), instrumented: applyEdits(source, edits) }
}

const collapseWhitespace = (text: string) => text.replace(/\s+/g, ' ').trim()
const withoutAwait = (node: Node) => (node.type === 'AwaitExpression' ? (node.argument as Node) : node)
const canBeVerdict = (parent?: Node) =>
  parent !== undefined && ['ReturnStatement', 'ConditionalExpression', 'LogicalExpression', 'ArrowFunctionExpression'].includes(parent.type)

function fieldsByObject(program: Node, text: (node: Node) => string): Map<string, Set<string>> {
  const fields = new Map<string, Set<string>>()
  const visitNode = (node: Node): void => {
    if (isType(node)) return
    if (node.type === 'MemberExpression' && node.computed === false)
      fields.set(text(node.object as Node), (fields.get(text(node.object as Node)) ?? new Set()).add(text(node.property as Node)))
    for (const value of Object.values(node)) for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visitNode(child)
  }
  visitNode(program)
  return fields
}

function anotherField(node: Node, fields: Map<string, Set<string>>, text: (node: Node) => string): string | undefined {
  if (node.type !== 'MemberExpression' || node.computed !== false) return undefined
  const [object, field] = [text(node.object as Node), text(node.property as Node)]
  const otherField = [...(fields.get(object) ?? [])].find((each) => each !== field && each !== 'length')
  return otherField === undefined ? undefined : `${object}.${otherField}`
}

/** Inserts all mutants into the source. An outer mutant contains an inner one. */
function applyEdits(source: string, edits: Edit[]): string {
  const insertions = edits.flatMap(({ start, end, mutant: { id }, after, statement }, order) => {
    const length = end - start
    return statement
      ? [
          { at: start, rank: -length, order, text: `if (!__mutant(${id})) {` },
          { at: end, rank: length, order: -order, text: '}' },
        ]
      : [
          { at: start, rank: -length, order, text: `(__mutant(${id}) ? (${after}) : ` },
          { at: end, rank: length, order: -order, text: ')' },
        ]
  })
  // At the same position, an end precedes a start; inner ends precede outer ones, and outer starts precede inner ones.
  insertions.sort(
    (left, right) =>
      left.at - right.at || Number(left.rank < 0) - Number(right.rank < 0) || left.rank - right.rank || left.order - right.order,
  )
  let [result, from] = ['', 0]
  for (const { at, text } of insertions) {
    result += source.slice(from, at) + text
    from = at
  }
  return result + source.slice(from)
}

export function readMutants(root: string, files: readonly string[]): { mutants: Mutant[]; sources: Map<string, string> } {
  const mutants: Mutant[] = []
  const sources = new Map<string, string>()
  for (const file of files) {
    const created = mutantsOf(file, readFileSync(`${root}/${file}`, 'utf8'), mutants.length)
    const [error] = parseSync(file, created.instrumented).errors
    if (error) throw new Error(`The mutants of ${file} do not parse: ${error.message}`)
    mutants.push(...created.mutants)
    sources.set(file, created.instrumented)
  }
  return { mutants, sources }
}
