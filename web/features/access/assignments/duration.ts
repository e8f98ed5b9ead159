import type { Option } from '../../../ui/Select.tsx'
import { choicesUpTo, describeHours, durations, permanent, permanentValue } from './labels.ts'

const defaultHours = 24 * 30

export function durationOptions(maxHours: number | null): Option[] {
  const hours = choicesUpTo(durations, maxHours).map((each) => ({ value: String(each), label: describeHours(each) }))
  return maxHours === null ? [...hours, { value: permanentValue, label: permanent }] : hours
}

export function defaultDuration(maxHours: number | null): string {
  const hours = choicesUpTo(durations, maxHours)
  return String(hours.includes(defaultHours) ? defaultHours : hours.at(-1))
}
