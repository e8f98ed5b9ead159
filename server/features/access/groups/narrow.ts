import { type FoundGroup, maxFound, type Narrowing } from './findGroups.ts'
import type { Question } from './question.ts'

export function fits(narrowing: Narrowing, but?: keyof Narrowing) {
  const { environment, tower, role } = narrowing
  return (group: FoundGroup) =>
    (but === 'environment' || !environment || group.environment === environment) &&
    (but === 'tower' || !tower || group.tower_id === tower.toLowerCase()) &&
    (but === 'role' || !role || group.roles.some((each) => each.roleDefinitionId.toLowerCase() === role.toLowerCase()))
}

/** Counts the values of each filter, the most common first. Each count respects the other filters only. */
export function choicesOf(all: FoundGroup[], narrowing: Narrowing) {
  const count = (by: keyof Narrowing, of: (group: FoundGroup) => { value: string; label: string }[]) => {
    const choices = new Map<string, { value: string; label: string; count: number }>()
    for (const choice of all.slice(0, maxFound).filter(fits(narrowing, by)).flatMap(of))
      choices.set(choice.value, { ...choice, count: (choices.get(choice.value)?.count ?? 0) + 1 })
    return [...choices.values()].sort((one, other) => other.count - one.count || one.label.localeCompare(other.label))
  }
  return {
    environment: count('environment', ({ environment }) => [{ value: environment, label: environment }]),
    tower: count('tower', (group) => [{ value: group.tower_id, label: group.tower_name }]),
    role: count('role', ({ roles }) => roles.map((role) => ({ value: role.roleDefinitionId, label: role.roleName }))),
  }
}

export function understood({ needs, environments, nameTerms, unknown, spelt }: Question) {
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
