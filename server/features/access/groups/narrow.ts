import { type FoundGroup, maxFound, type Narrowing } from './findGroups.ts'
import type { Question } from './question.ts'

export function matchesNarrowing(narrowing: Narrowing, exceptField?: keyof Narrowing) {
  const { environment, tower, role } = narrowing
  return (group: FoundGroup) =>
    (exceptField === 'environment' || !environment || group.environment === environment) &&
    (exceptField === 'tower' || !tower || group.tower_id === tower.toLowerCase()) &&
    (exceptField === 'role' || !role || group.roles.some((each) => each.roleDefinitionId.toLowerCase() === role.toLowerCase()))
}

/** Counts the values of each filter, the most common value first. The counts of a filter respect only the other filters. */
export function choicesOf(allGroups: FoundGroup[], narrowing: Narrowing) {
  const count = (field: keyof Narrowing, entriesOf: (group: FoundGroup) => { value: string; label: string }[]) => {
    const choices = new Map<string, { value: string; label: string; count: number }>()
    for (const choice of allGroups.slice(0, maxFound).filter(matchesNarrowing(narrowing, field)).flatMap(entriesOf))
      choices.set(choice.value, { ...choice, count: (choices.get(choice.value)?.count ?? 0) + 1 })
    return [...choices.values()].sort((a, b) => b.count - a.count || a.label.localeCompare(b.label))
  }
  return {
    environment: count('environment', ({ environment }) => [{ value: environment, label: environment }]),
    tower: count('tower', (group) => [{ value: group.tower_id, label: group.tower_name }]),
    role: count('role', ({ roles }) => roles.map((role) => ({ value: role.roleDefinitionId, label: role.roleName }))),
  }
}

export function presentUnderstood({ needs, environments, nameTerms, unknown, spelt }: Question) {
  return [
    ...[...new Set(needs.flatMap(({ terms }) => terms))].map((word) => ({ word, as: 'action' as const, meant: spelt.get(word) ?? null })),
    ...environments.map(({ word, environment }) => ({
      word,
      as: 'environment' as const,
      meant: word === environment ? null : environment,
    })),
    ...nameTerms.map(({ word, meant }) => ({ word, as: 'name' as const, meant: meant.includes(word) ? null : meant.join(' or ') })),
    ...unknown.map((word) => ({ word, as: 'unknown' as const, meant: null })),
  ]
}
