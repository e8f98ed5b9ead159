import type { Option } from '../../../ui/Select.tsx'
import { durations, forGood, hoursInWords, upTo } from './words.ts'

const usual = 24 * 30

/** For how long one may be in a group that lends this much at most, as a Select wants it. */
export function stays(maxHours: number | null): Option[] {
  const hours = upTo(durations, maxHours).map((each) => ({ value: String(each), label: hoursInWords(each) }))
  return maxHours === null ? [...hours, { value: forGood, label: 'For good' }] : hours
}

/** A month, or all that there is. */
export function usualStay(maxHours: number | null): string {
  const hours = upTo(durations, maxHours)
  return String(hours.includes(usual) ? usual : hours.at(-1))
}
