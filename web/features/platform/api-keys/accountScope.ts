import { toOptions } from '../../../shared/labels.ts'
import type { Option } from '../../../ui/Select.tsx'

export const maxAccounts = 50
const maxParents = 3

export interface AccountSet {
  option: Option
  accounts: Option[]
}

export interface Parent {
  kind: 'tower' | 'family'
  id: string
  name: string
}

/**
 * Returns the towers and families that the text names, the best match first, and its environments: “commerce prod” is production of
 * Commerce. A word that names an environment names no parent.
 */
export function scopeOf(text: string, parents: readonly Parent[]): { parents: Parent[]; environments: string[] } {
  const terms = text.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const startsWith = (name: string, term: string) => term.length > 2 && name.toLocaleLowerCase().startsWith(term)
  const all = toOptions('environment')
  const named = all.filter(({ label }) => terms.some((term) => startsWith(label, term)))
  const parentTerms = terms.filter((term) => !all.some(({ label }) => startsWith(label, term)))
  const matches = parents.map((parent) => {
    const nameParts = parent.name.toLocaleLowerCase().split(/\s+/)
    const matched = parentTerms.filter((term) => nameParts.some((namePart) => startsWith(namePart, term)))
    return { parent, isNamed: parentTerms.some((term) => startsWith(parent.name, term)), count: matched.length }
  })
  return {
    parents: matches
      .filter(({ isNamed }) => isNamed)
      .toSorted((one, other) => other.count - one.count)
      .slice(0, maxParents)
      .map(({ parent }) => parent),
    environments: (named.length > 0 ? named : all).map(({ value }) => value),
  }
}

export function expandSets(chosen: readonly Option[], sets: ReadonlyMap<string, AccountSet>): Option[] {
  const accounts = chosen.flatMap((option) => sets.get(option.value)?.accounts ?? [option])
  return [...new Map(accounts.map((account) => [account.value, account])).values()]
}
