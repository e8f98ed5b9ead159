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
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const startsWith = (name: string, word: string) => word.length > 2 && name.toLocaleLowerCase().startsWith(word)
  const all = toOptions('environment')
  const named = all.filter(({ label }) => words.some((word) => startsWith(label, word)))
  const parentWords = words.filter((word) => !all.some(({ label }) => startsWith(label, word)))
  const matches = parents.map((parent) => {
    const nameWords = parent.name.toLocaleLowerCase().split(/\s+/)
    const matched = parentWords.filter((word) => nameWords.some((nameWord) => startsWith(nameWord, word)))
    return { parent, isNamed: parentWords.some((word) => startsWith(parent.name, word)), count: matched.length }
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
