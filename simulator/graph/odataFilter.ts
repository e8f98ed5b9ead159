import { badRequest, GraphError, unsupportedQuery } from './graphError.ts'
import type { Resource, ResourceType } from './resourceTypes.ts'

export type Predicate = (resource: Resource) => boolean

type Literal = string | boolean | number | null

/** The directory accepts at most this many clauses in one `or` or `in` without advanced query capabilities. */
const maxClauses = 15

/**
 * Compiles `$filter`: and, or, not, parentheses, eq, ne, in, startswith, endswith over plain properties.
 * @param isAdvanced whether the request has ConsistencyLevel: eventual and $count=true, without which ne, not and endswith are rejected
 * @throws GraphError 400 for anything else
 */
export function parseFilter(text: string, type: ResourceType, isAdvanced: boolean): Predicate {
  const tokens = tokenise(text)
  let position = 0
  const peek = () => tokens[position]
  const isWord = (word: string) => peek()?.kind === 'word' && peek()!.text.toLowerCase() === word
  const expectToken = (kind: Token['kind']): Token => {
    const token = tokens[position++]
    if (token?.kind !== kind) throw invalidClause()
    return token
  }
  const requireAdvanced = (operator: string) => {
    if (!isAdvanced)
      throw unsupportedQuery(
        `Operator '${operator}' is not supported because the request is missing ConsistencyLevel: eventual and $count=true.`,
      )
  }
  const property = (): string => {
    const name = expectToken('word').text
    if (!type.properties.includes(name)) throw unknownProperty(name, type)
    if (!type.filterable.includes(name)) {
      throw unsupportedQuery(`Unsupported or invalid query filter clause specified for property '${name}' of resource '${type.title}'.`)
    }
    return name
  }
  const literal = (): Literal => {
    const token = tokens[position++]
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
      position++
      parts.push(part())
    }
    if (word === 'or') checkClauses(parts.length, isAdvanced)
    return parts.length === 1 ? parts[0]! : join(parts)
  }
  const unary = (): Predicate => {
    if (isWord('not')) {
      position++
      requireAdvanced('not')
      const inner = unary()
      return (resource) => !inner(resource)
    }
    if (peek()?.kind === 'open') {
      position++
      const inner = eitherMatches()
      expectToken('close')
      return inner
    }
    return isWord('startswith') || isWord('endswith') ? textFunction() : comparison()
  }
  const textFunction = (): Predicate => {
    const name = expectToken('word').text.toLowerCase()
    if (name === 'endswith') requireAdvanced('endswith')
    expectToken('open')
    const field = property()
    expectToken('comma')
    const part = expectToken('string').text.toLowerCase()
    expectToken('close')
    return (resource) => {
      const value = resource[field]
      if (typeof value !== 'string') return false
      return name === 'startswith' ? value.toLowerCase().startsWith(part) : value.toLowerCase().endsWith(part)
    }
  }
  const comparison = (): Predicate => {
    const field = property()
    const operator = expectToken('word').text.toLowerCase()
    const current = (resource: Resource) => normalizeFilter(resource[field])
    if (operator === 'in') {
      expectToken('open')
      const values = [literal()]
      while (peek()?.kind === 'comma') {
        position++
        values.push(literal())
      }
      expectToken('close')
      checkClauses(values.length, isAdvanced)
      return (resource) => values.includes(current(resource))
    }
    if (operator !== 'eq' && operator !== 'ne') throw invalidClause()
    if (operator === 'ne') requireAdvanced('ne')
    const value = literal()
    return (resource) => (current(resource) === value) === (operator === 'eq')
  }
  const pair = chain('and', unary, (parts) => (resource) => parts.every((part) => part(resource)))
  const eitherMatches: () => Predicate = chain('or', pair, (parts) => (resource) => parts.some((part) => part(resource)))

  const predicate = eitherMatches()
  if (position < tokens.length) throw invalidClause()
  return predicate
}

export function unknownProperty(name: string, type: ResourceType): GraphError {
  return new GraphError(400, 'BadRequest', `Could not find a property named '${name}' on type 'microsoft.graph.${type.name}'.`)
}

function checkClauses(count: number, isAdvanced: boolean): void {
  if (isAdvanced || count <= maxClauses) return
  throw unsupportedQuery(
    `Too many child clauses specified in search filter expression containing 'OR' operators: ${count}. Max allowed: ${maxClauses}.`,
  )
}

function normalizeFilter(value: unknown): Literal {
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
