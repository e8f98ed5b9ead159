import { shapeOf } from '../../../db/slowQueries.ts'

const readsOrWrites = /^(?:select|insert|update|delete|with|merge)\b/i
/** Escape strings and dollar quotes, in which a quote doesn't end a literal. */
const specialQuotes = /\\|\$(?:[a-z_]\w*)?\$/i
/** Comments, unterminated literals, and characters that no name of Slipway has. */
const unsafe = /--|\/\*|['"@]|[^\p{ASCII}…]/u
const quotedName = /"[a-z_][a-z_0-9]*"/g

/**
 * @returns a statement without its values, or null if it could still contain some. Names of tables, columns and other objects stay in it.
 */
export function withoutValues(statement: string): string | null {
  const text = shapeOf(statement)
  if (!readsOrWrites.test(text) || specialQuotes.test(statement) || unsafe.test(text.replaceAll(quotedName, 'name'))) return null
  return text
}
