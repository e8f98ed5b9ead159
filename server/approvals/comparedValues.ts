import type { ASTNode } from '@marcbachmann/cel-js'
import { childNodes, parseTree } from './condition.ts'
import { factPath } from './factPath.ts'

export const textTests = {
  equals: (text, part) => text === part,
  contains: (text, part) => text.includes(part),
  startsWith: (text, part) => text.startsWith(part),
  endsWith: (text, part) => text.endsWith(part),
} as const satisfies Record<string, (text: string, part: string) => boolean>

export interface ComparedValue {
  path: string
  test: keyof typeof textTests
  value: string
}

/** Returns the facts of a condition, and the texts that it compares them with; nothing if the condition is invalid. */
export function comparedValues(condition: string): { paths: Set<string>; values: ComparedValue[] } {
  const paths = new Set<string>()
  const values: ComparedValue[] = []
  const tree = parseTree(condition)
  if (tree) collect(tree, paths, values)
  return { paths, values }
}

function collect(node: ASTNode, paths: Set<string>, values: ComparedValue[]): void {
  const ownPath = factPath(node)
  if (ownPath) paths.add(ownPath)
  for (const [fact, test, value] of comparisonsOf(node)) {
    const path = factPath(fact)
    if (path !== undefined && typeof value.args === 'string' && value.op === 'value') values.push({ path, test, value: value.args })
  }
  for (const child of childNodes(node.args)) collect(child, paths, values)
}

function comparisonsOf(node: ASTNode): [fact: ASTNode, test: ComparedValue['test'], value: ASTNode][] {
  if (node.op === '==' || node.op === '!=') {
    const [left, right] = node.args
    return [
      [left, 'equals', right],
      [right, 'equals', left],
    ]
  }
  if (node.op === 'in') {
    const [left, right] = node.args
    const listed: ASTNode[] = right.op === 'list' ? right.args : []
    return [[right, 'equals', left], ...listed.map((value): [ASTNode, 'equals', ASTNode] => [left, 'equals', value])]
  }
  if (node.op !== 'rcall') return []
  const [name, target, [argument]] = node.args
  return argument && (name === 'contains' || name === 'startsWith' || name === 'endsWith') ? [[target, name, argument]] : []
}
