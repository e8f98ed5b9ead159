import type { ASTNode } from '@marcbachmann/cel-js'

/** Returns the fact that a node reads, such as `target.environment`; undefined if it reads none. */
export const factPath = (node: ASTNode): string | undefined =>
  node.op === '.' && node.args[0].op === 'id' ? `${node.args[0].args}.${node.args[1]}` : undefined
