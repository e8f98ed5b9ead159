import { toOptions } from '../../../shared/labels.ts'
import type { Option } from '../../../ui/Select.tsx'

export const maxAccounts = 50

export interface AccountSet {
  option: Option
  accounts: Option[]
}

export interface Parent {
  kind: 'tower' | 'family'
  id: string
  name: string
}
export interface AccountScope {
  parent: Parent
  environments: string[]
}

/** Returns the tower or family and the environments that the text names: “commerce prod” is production of Commerce. */
export function scopeOf(text: string, parents: readonly Parent[]): AccountScope | undefined {
  const parts = text.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const startsWith = (name: string, part: string) => part.length > 2 && name.toLocaleLowerCase().startsWith(part)
  const parent = parents.find(({ name }) => parts.some((part) => startsWith(name, part)))
  if (!parent) return undefined
  const all = toOptions('environment')
  const named = all.filter(({ label }) => parts.some((part) => startsWith(label, part)))
  return { parent, environments: (named.length > 0 ? named : all).map(({ value }) => value) }
}

/** Replaces chosen sets with their accounts, each account once. */
export function expandSets(chosen: readonly Option[], sets: ReadonlyMap<string, AccountSet>): Option[] {
  const accounts = chosen.flatMap((option) => sets.get(option.value)?.accounts ?? [option])
  return [...new Map(accounts.map((account) => [account.value, account])).values()]
}
