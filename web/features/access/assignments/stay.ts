import type { Option } from '../../../ui/Select.tsx'
import { durations, forGood, hoursInWords, permanent, upTo } from './words.ts'

const usual = 24 * 30

/** The durations that a group allows, as options of a Select. */
export function stays(maxHours: number | null): Option[] {
  const hours = upTo(durations, maxHours).map((each) => ({ value: String(each), label: hoursInWords(each) }))
  return maxHours === null ? [...hours, { value: forGood, label: permanent }] : hours
}

/** The default is 30 days, or the group’s maximum where that is shorter. */
export function usualStay(maxHours: number | null): string {
  const hours = upTo(durations, maxHours)
  return String(hours.includes(usual) ? usual : hours.at(-1))
}
