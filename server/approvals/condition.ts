import { type ASTNode, Environment } from '@marcbachmann/cel-js'
import { isKeyOf } from '../isKeyOf.ts'
import { factTypes, type PolicyFacts } from './facts.ts'

const maxConditionLength = 1_000

const environment = new Environment({
  limits: { maxAstNodes: 200, maxDepth: 20, maxListElements: 100, maxMapEntries: 0, maxCallArguments: 4 },
})
for (const [name, schema] of Object.entries(factTypes)) environment.registerVariable({ name, schema })

/** Functions that could block the server: regular expressions, and texts or lists that double with each use. */
const unsupportedFunctions = {
  matches: 'Regular expressions (matches) aren’t supported. Use startsWith, endsWith or contains.',
  split: 'Text can’t be split. Use startsWith, endsWith or contains.',
  bind: 'Variables (bind) aren’t supported. Repeat the value wherever you use it.',
} as const satisfies Record<string, string>
const iterationMacros = new Set(['all', 'exists', 'exists_one', 'filter', 'map'])
const maxNestedWalks = 2

/** Returns a condition's problem with its position; undefined if it is valid. The condition is not evaluated. */
export function conditionProblem(text: string): string | undefined {
  if (text.length > maxConditionLength) return `A condition has at most ${maxConditionLength} characters.`
  const checkResult = environment.check(text)
  if (!checkResult.valid) return problemText(checkResult.error)
  const costIssue = costProblem(environment.parse(text).ast)
  if (costIssue) return costIssue
  return checkResult.type === 'bool'
    ? undefined
    : `A condition must return true or false, but this one returns ${String(checkResult.type)}.`
}

/** Checks the syntax tree instead of the text, because a comment can separate a name from its bracket. */
function costProblem(node: ASTNode, walkDepth = 0): string | undefined {
  const macroName = node.op === 'rcall' || node.op === 'call' ? node.args[0] : ''
  if (isKeyOf(unsupportedFunctions, macroName)) return unsupportedFunctions[macroName]
  const nestedWalks = walkDepth + (node.op === 'rcall' && iterationMacros.has(macroName) ? 1 : 0)
  if (nestedWalks > maxNestedWalks) return 'Lists can be nested only one level deep.'
  const [outerNodes, inner] = node.op === 'rcall' ? [[node.args[1]], node.args[2]] : [childNodes(node.args), []]
  for (const each of outerNodes) {
    const nestedProblem = costProblem(each, walkDepth)
    if (nestedProblem) return nestedProblem
  }
  for (const each of inner) {
    const nestedProblem = costProblem(each, nestedWalks)
    if (nestedProblem) return nestedProblem
  }
  return undefined
}

export function childNodes(args: unknown): ASTNode[] {
  if (Array.isArray(args)) return args.flatMap(childNodes)
  return typeof args === 'object' && args !== null && 'op' in args ? [args as ASTNode] : []
}

function problemText(error: { message: string; summary?: string; range?: { start: number } } | undefined): string {
  const message = error?.summary ?? error?.message ?? 'this isn’t a condition'
  const hint = /^no such overload: .*\b(double .* int|int .* double)$/.test(message) ? ' Enter numbers as decimals: 3.0, not 3.' : ''
  const position = error?.range ? `At character ${error.range.start + 1}: ` : ''
  return `${position}${message}.${hint}`
}

export function parseTree(text: string): ASTNode | undefined {
  return conditionProblem(text) === undefined ? environment.parse(text).ast : undefined
}

const parsed = new Map<string, (facts: PolicyFacts) => boolean>()
const maxParsedConditions = 1_000

/** Evaluates a condition. @throws if it can't be evaluated; callers must then decide against the request. */
export function evaluateCondition(text: string, facts: PolicyFacts): boolean {
  let condition = parsed.get(text)
  if (!condition) {
    const problem = conditionProblem(text)
    if (problem) throw new Error(problem)
    const evaluate = environment.parse(text)
    condition = (requestFacts) => evaluate({ ...requestFacts }) === true
    if (parsed.size >= maxParsedConditions) parsed.clear()
    parsed.set(text, condition)
  }
  return condition(facts)
}
