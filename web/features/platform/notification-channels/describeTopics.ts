import type { TopicGroup } from './types.ts'

export function describeTopics(selected: readonly string[], groups: readonly TopicGroup[]): string {
  const fullGroups = groups.filter(({ id }) => selected.includes(id))
  const single = groups.filter(({ id }) => !selected.includes(id)).flatMap(({ kinds }) => kinds.filter(({ id }) => selected.includes(id)))
  const labels = [...fullGroups, ...single].map(({ label }) => label)
  const visibleLabels = labels.length > 4 ? [...labels.slice(0, 3), `${labels.length - 3} more`] : labels
  return visibleLabels.join(' · ')
}
