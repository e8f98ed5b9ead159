/** A node of the syntax tree that Vite’s parser returns. */
export interface Node {
  type: string
  start: number
  end: number
  [field: string]: unknown
}

export const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'

export function childrenOf(node: Node): Node[] {
  return Object.values(node).flatMap((value) => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []))
}

/** Returns the name of the test function that a call such as `it(…)`, `it.each(…)(…)` or `describe.skip(…)` calls. */
export function calledTest(node: Node): string | undefined {
  let callee = node.callee as Node
  while (callee.type === 'CallExpression' || callee.type === 'MemberExpression') callee = (callee.callee ?? callee.object) as Node
  const name = callee.type === 'Identifier' ? String(callee.name) : ''
  return node.type === 'CallExpression' && /^(it|test|describe)$/.test(name) ? name : undefined
}
