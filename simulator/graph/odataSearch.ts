import { badRequest, unsupportedQuery } from './graphError.ts'
import type { Predicate } from './odataFilter.ts'
import type { ResourceType } from './resourceTypes.ts'

/**
 * Compiles `$search`: clauses `"property:text"` joined by AND and OR (AND binds tighter). Names and descriptions match at the start of each
 * word, other properties at their own start. @throws GraphError 400 for invalid syntax or a property that can't be searched
 */
export function parseSearch(text: string, type: ResourceType): Predicate {
  if (!/^\s*"(?:[^"\\]|\\.)*"(?:\s+(?:AND|OR)\s+"(?:[^"\\]|\\.)*")*\s*$/.test(text)) {
    throw badRequest(`Syntax error: character '${text.trim()[0] ?? ''}' is not valid at position 0 in '${text}'.`)
  }
  const alternatives: Predicate[][] = [[]]
  for (const part of text.match(/"(?:[^"\\]|\\.)*"|\bOR\b/g)!) {
    if (part === 'OR') alternatives.push([])
    else alternatives.at(-1)!.push(compile(part.slice(1, -1), type))
  }
  return (resource) => alternatives.some((parts) => parts.every((part) => part(resource)))
}

function compile(clause: string, type: ResourceType): Predicate {
  const [, property, raw] = /^([A-Za-z]+):(.*)$/s.exec(clause) ?? []
  if (property === undefined || raw === undefined || !type.searchable.includes(property)) {
    throw unsupportedQuery(`Unsupported property found in $search query: ${property ?? clause}.`)
  }
  const requestedTerms = tokensOf(raw.replace(/\\(.)/g, '$1'))
  const isWordMatch = property === 'displayName' || property === 'description'
  return (resource) => {
    const value = resource[property]
    if (typeof value !== 'string' || requestedTerms.length === 0) return false
    if (!isWordMatch) return group(value).startsWith(requestedTerms.join(' '))
    const present = tokensOf(value)
    return requestedTerms.every((word) => present.some((otherName) => otherName.startsWith(word)))
  }
}

function group(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ł', 'l').replaceAll('Ł', 'l').toLowerCase()
}

function tokensOf(text: string): string[] {
  return group(text).split(/\s+/).filter(Boolean)
}
