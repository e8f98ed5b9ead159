import { type ASTNode, Environment } from '@marcbachmann/cel-js'
import { isKeyOf } from '../isKeyOf.ts'
import { factTypes, type PolicyFacts } from './facts.ts'

export const longestCondition = 1_000

const environment = new Environment({
  limits: { maxAstNodes: 200, maxDepth: 20, maxListElements: 100, maxMapEntries: 0, maxCallArguments: 4 },
})
for (const [name, schema] of Object.entries(factTypes)) environment.registerVariable({ name, schema })

/** Functions that could block the server: regular expressions, and texts or lists that double with each use. */
const refusedFunctions = {
  matches: 'Regular expressions (matches) aren’t supported; use startsWith, endsWith or contains.',
  split: 'Texts can’t be split; use startsWith, endsWith or contains.',
  bind: 'Values can’t be named (bind). Repeat them where they are used.',
} as const satisfies Record<string, string>
/** Loops over nested lists cost the product of their lengths. */
const walks = new Set(['all', 'exists', 'exists_one', 'filter', 'map'])
const deepestWalk = 2

/** Returns a condition's problem with its position; undefined if it is valid. Evaluates nothing. */
export function conditionProblem(text: string): string | undefined {
  if (text.length > longestCondition) return `A condition has at most ${longestCondition} characters.`
  const checked = environment.check(text)
  if (!checked.valid) return problemText(checked.error)
  const costly = costProblem(environment.parse(text).ast)
  if (costly) return costly
  return checked.type === 'bool' ? undefined : `A condition must be true or false, but this condition is ${String(checked.type)}.`
}

/** Checks the syntax tree instead of the text, because a comment can separate a name from its bracket. */
function costProblem(node: ASTNode, walking = 0): string | undefined {
  const called = node.op === 'rcall' || node.op === 'call' ? node.args[0] : ''
  if (isKeyOf(refusedFunctions, called)) return refusedFunctions[called]
  const within = walking + (node.op === 'rcall' && walks.has(called) ? 1 : 0)
  if (within > deepestWalk) return 'Lists can be nested in one other list only.'
  // The list that a loop runs over is outside of the loop.
  const [outer, inner] = node.op === 'rcall' ? [[node.args[1]], node.args[2]] : [nodesIn(node.args), []]
  for (const each of outer) {
    const found = costProblem(each, walking)
    if (found) return found
  }
  for (const each of inner) {
    const found = costProblem(each, within)
    if (found) return found
  }
  return undefined
}

function nodesIn(args: unknown): ASTNode[] {
  if (Array.isArray(args)) return args.flatMap(nodesIn)
  return typeof args === 'object' && args !== null && 'op' in args ? [args as ASTNode] : []
}

function problemText(error: { message: string; summary?: string; range?: { start: number } } | undefined): string {
  const what = error?.summary ?? error?.message ?? 'this isn’t a condition'
  const hint = /^no such overload: .*\b(double .* int|int .* double)$/.test(what) ? ' Numbers are decimal: write 3.0, not 3.' : ''
  const place = error?.range ? `At character ${error.range.start + 1}: ` : ''
  return `${place}${what}.${hint}`
}

export function treeOf(text: string): ASTNode | undefined {
  return conditionProblem(text) === undefined ? environment.parse(text).ast : undefined
}

const parsed = new Map<string, (facts: PolicyFacts) => boolean>()
const maxParsed = 1_000

/** Evaluates a condition. @throws if it can't be evaluated; callers must then decide against the request. */
export function holds(text: string, facts: PolicyFacts): boolean {
  let condition = parsed.get(text)
  if (!condition) {
    const problem = conditionProblem(text)
    if (problem) throw new Error(problem)
    const evaluate = environment.parse(text)
    condition = (given) => evaluate({ ...given }) === true
    if (parsed.size >= maxParsed) parsed.clear()
    parsed.set(text, condition)
  }
  return condition(facts)
}
