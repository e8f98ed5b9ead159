import type { CallResult } from '../../../api/client.ts'
import type { Tone } from '../../../ui/Status.tsx'

export type Finding = CallResult<'listResourceVulnerabilities'>['items'][number]
type Severity = Finding['severity']

export const severities: readonly { id: Severity; label: string; tone: Tone; fill: string }[] = [
  { id: 'critical', label: 'Critical', tone: 'bad', fill: 'bg-bad' },
  { id: 'high', label: 'High', tone: 'warn', fill: 'bg-warn' },
  { id: 'medium', label: 'Medium', tone: 'info', fill: 'bg-info' },
  { id: 'low', label: 'Low', tone: 'neutral', fill: 'bg-line-strong' },
]

export function severityOf(id: Severity) {
  return severities.find((each) => each.id === id) ?? severities[0]!
}

export function describeAge(bands: readonly { maxDays: number | null }[], index: number): string {
  const before = bands[index - 1]?.maxDays ?? 0
  const maxDays = bands[index]?.maxDays ?? null
  if (maxDays === null) return `Over ${before} days`
  return before === 0 ? `Up to ${maxDays} days old` : `${before + 1} to ${maxDays} days`
}
