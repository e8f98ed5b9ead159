import type { AccessQuery } from './accessQuery.ts'
import { type FoundGroup, type GroupFilters, maxFound } from './findGroups.ts'

export function matchesFilters(filters: GroupFilters, exceptField?: keyof GroupFilters) {
  const { environment, tower, role } = filters
  return (group: FoundGroup) =>
    (exceptField === 'environment' || !environment || group.environment === environment) &&
    (exceptField === 'tower' || !tower || group.tower_id === tower.toLowerCase()) &&
    (exceptField === 'role' || !role || group.roles.some((each) => each.roleDefinitionId.toLowerCase() === role.toLowerCase()))
}

/** The counts of a filter respect only the other filters. */
export function choicesOf(allGroups: FoundGroup[], filters: GroupFilters) {
  const count = (field: keyof GroupFilters, entriesOf: (group: FoundGroup) => { value: string; label: string }[]) => {
    const choices = new Map<string, { value: string; label: string; count: number }>()
    for (const choice of allGroups.slice(0, maxFound).filter(matchesFilters(filters, field)).flatMap(entriesOf))
      choices.set(choice.value, { ...choice, count: (choices.get(choice.value)?.count ?? 0) + 1 })
    return [...choices.values()].sort((a, b) => b.count - a.count || a.label.localeCompare(b.label))
  }
  return {
    environment: count('environment', ({ environment }) => [{ value: environment, label: environment }]),
    tower: count('tower', (group) => [{ value: group.tower_id, label: group.tower_name }]),
    role: count('role', ({ roles }) => roles.map((role) => ({ value: role.roleDefinitionId, label: role.roleName }))),
  }
}

export function presentQuery({ needs, environments, nameTerms, unknown, unknownSubscription, corrections }: AccessQuery) {
  return [
    ...[...new Set(needs.flatMap(({ terms }) => terms))].map((word) => ({
      word,
      as: 'action' as const,
      correctedTo: corrections.get(word) ?? null,
    })),
    ...environments.map(({ word, environment }) => ({
      word,
      as: 'environment' as const,
      correctedTo: word === environment ? null : environment,
    })),
    ...nameTerms.map(({ word, nameCandidates }) => ({
      word,
      as: 'name' as const,
      correctedTo: nameCandidates.includes(word) ? null : nameCandidates.join(' or '),
    })),
    ...unknown.map((word) => ({ word, as: 'unknown' as const, correctedTo: null })),
    ...(unknownSubscription ? [{ word: unknownSubscription, as: 'unknownSubscription' as const, correctedTo: null }] : []),
  ]
}
