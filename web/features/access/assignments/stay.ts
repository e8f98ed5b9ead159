import type { Option } from '../../../ui/Select.tsx'
import { durations, forGood, hoursInWords, upTo } from './words.ts'

const usual = 24 * 30

/** Options for a Select, up to the group’s maximum duration. */
export function stays(maxHours: number | null): Option[] {
  const hours = upTo(durations, maxHours).map((each) => ({ value: String(each), label: hoursInWords(each) }))
  return maxHours === null ? [...hours, { value: forGood, label: 'For good' }] : hours
}

/** The default is 30 days, or the longest allowed duration if that is shorter. */
export function usualStay(maxHours: number | null): string {
  const hours = upTo(durations, maxHours)
  return String(hours.includes(usual) ? usual : hours.at(-1))
}
