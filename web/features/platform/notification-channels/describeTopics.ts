import type { TopicGroup } from './types.ts'

/** Groups come before single kinds: “What became of requests · An API key is about to expire”. */
export function describeTopics(chosen: readonly string[], groups: readonly TopicGroup[]): string {
  const whole = groups.filter(({ id }) => chosen.includes(id))
  const single = groups.filter(({ id }) => !chosen.includes(id)).flatMap(({ kinds }) => kinds.filter(({ id }) => chosen.includes(id)))
  const labels = [...whole, ...single].map(({ label }) => label)
  const shown = labels.length > 4 ? [...labels.slice(0, 3), `${labels.length - 3} more`] : labels
  return shown.join(' · ')
}
