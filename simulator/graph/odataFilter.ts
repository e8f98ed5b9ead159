import { badRequest, GraphError, unsupportedQuery } from './graphError.ts'
import type { Resource, ResourceType } from './resourceTypes.ts'

export type Predicate = (resource: Resource) => boolean

type Literal = string | boolean | number | null

/** The directory accepts at most this many clauses in one `or` or `in` without advanced query capabilities. */
const maxClauses = 15

/**
 * Compiles `$filter`: and, or, not, parentheses, eq, ne, in, startswith, endswith over plain properties. @param advanced whether the
 * request has ConsistencyLevel: eventual and $count=true, without which ne, not and endswith are refused @throws GraphError 400 for
 * anything else
 */
export function parseFilter(text: string, type: ResourceType, advanced: boolean): Predicate {
  const tokens = tokenise(text)
  let at = 0
  const peek = () => tokens[at]
  const isWord = (word: string) => peek()?.kind === 'word' && peek()!.text.toLowerCase() === word
  const take = (kind: Token['kind']): Token => {
    const token = tokens[at++]
    if (token?.kind !== kind) throw invalidClause()
    return token
  }
  const needAdvanced = (operator: string) => {
    if (!advanced)
      throw unsupportedQuery(
        `Operator '${operator}' is not supported because the request is missing ConsistencyLevel: eventual and $count=true.`,
      )
  }
  const property = (): string => {
    const name = take('word').text
    if (!type.properties.includes(name)) throw unknownProperty(name, type)
    if (!type.filterable.includes(name)) {
      throw unsupportedQuery(`Unsupported or invalid query filter clause specified for property '${name}' of resource '${type.title}'.`)
    }
    return name
  }
  const literal = (): Literal => {
    const token = tokens[at++]
    if (token?.kind === 'string') return token.text.toLowerCase()
    const word = token?.kind === 'word' ? token.text.toLowerCase() : ''
    if (word === 'true' || word === 'false') return word === 'true'
    if (word === 'null') return null
    if (/^-?\d+$/.test(word)) return Number(word)
    throw invalidClause()
  }

  const chain = (word: string, part: () => Predicate, join: (parts: Predicate[]) => Predicate) => (): Predicate => {
    const parts = [part()]
    while (isWord(word)) {
      at++
      parts.push(part())
    }
    if (word === 'or') checkClauses(parts.length, advanced)
    return parts.length === 1 ? parts[0]! : join(parts)
  }
  const unary = (): Predicate => {
    if (isWord('not')) {
      at++
      needAdvanced('not')
      const inner = unary()
      return (resource) => !inner(resource)
    }
    if (peek()?.kind === 'open') {
      at++
      const inner = either()
      take('close')
      return inner
    }
    return isWord('startswith') || isWord('endswith') ? textFunction() : comparison()
  }
  const textFunction = (): Predicate => {
    const name = take('word').text.toLowerCase()
    if (name === 'endswith') needAdvanced('endswith')
    take('open')
    const field = property()
    take('comma')
    const part = take('string').text.toLowerCase()
    take('close')
    return (resource) => {
      const value = resource[field]
      if (typeof value !== 'string') return false
      return name === 'startswith' ? value.toLowerCase().startsWith(part) : value.toLowerCase().endsWith(part)
    }
  }
  const comparison = (): Predicate => {
    const field = property()
    const operator = take('word').text.toLowerCase()
    const current = (resource: Resource) => normalise(resource[field])
    if (operator === 'in') {
      take('open')
      const values = [literal()]
      while (peek()?.kind === 'comma') {
        at++
        values.push(literal())
      }
      take('close')
      checkClauses(values.length, advanced)
      return (resource) => values.includes(current(resource))
    }
    if (operator !== 'eq' && operator !== 'ne') throw invalidClause()
    if (operator === 'ne') needAdvanced('ne')
    const value = literal()
    return (resource) => (current(resource) === value) === (operator === 'eq')
  }
  const both = chain('and', unary, (parts) => (resource) => parts.every((part) => part(resource)))
  const either: () => Predicate = chain('or', both, (parts) => (resource) => parts.some((part) => part(resource)))

  const predicate = either()
  if (at < tokens.length) throw invalidClause()
  return predicate
}

export function unknownProperty(name: string, type: ResourceType): GraphError {
  return new GraphError(400, 'BadRequest', `Could not find a property named '${name}' on type 'microsoft.graph.${type.name}'.`)
}

function checkClauses(count: number, advanced: boolean): void {
  if (advanced || count <= maxClauses) return
  throw unsupportedQuery(
    `Too many child clauses specified in search filter expression containing 'OR' operators: ${count}. Max allowed: ${maxClauses}.`,
  )
}

function normalise(value: unknown): Literal {
  if (typeof value === 'string') return value.toLowerCase()
  return typeof value === 'boolean' || typeof value === 'number' ? value : null
}

function invalidClause(): GraphError {
  return badRequest('Invalid filter clause')
}

interface Token {
  kind: 'word' | 'string' | 'open' | 'close' | 'comma'
  text: string
}

const tokenPattern = /\s*(?:'((?:[^']|'')*)'|([A-Za-z0-9_.@-]+)|([(),]))/y
const punctuation: Record<string, Token['kind']> = { '(': 'open', ')': 'close', ',': 'comma' }

function tokenise(text: string): Token[] {
  const tokens: Token[] = []
  const trimmed = text.trimEnd()
  tokenPattern.lastIndex = 0
  while (tokenPattern.lastIndex < trimmed.length) {
    const match = tokenPattern.exec(trimmed)
    if (!match) throw invalidClause()
    const [, string, word, mark] = match
    if (string !== undefined) tokens.push({ kind: 'string', text: string.replaceAll("''", "'") })
    else if (word !== undefined) tokens.push({ kind: 'word', text: word })
    else tokens.push({ kind: punctuation[mark!]!, text: mark! })
  }
  return tokens
}
