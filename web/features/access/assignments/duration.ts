import type { Option } from '../../../ui/Select.tsx'
import { describeHours, durations, permanent, permanentValue, upTo } from './labels.ts'

const usual = 24 * 30

/** The durations that a group allows, as options of a Select. */
export function durationOptions(maxHours: number | null): Option[] {
  const hours = upTo(durations, maxHours).map((each) => ({ value: String(each), label: describeHours(each) }))
  return maxHours === null ? [...hours, { value: permanentValue, label: permanent }] : hours
}

/** The default is 30 days, or the group’s maximum where that is shorter. */
export function defaultDuration(maxHours: number | null): string {
  const hours = upTo(durations, maxHours)
  return String(hours.includes(usual) ? usual : hours.at(-1))
}
