import { count } from '../../shared/waits.ts'
import type { AccessGroup } from './types.ts'

const hoursInDay = 24

/** `8 hours`, `30 days`. */
export function hoursInWords(hours: number): string {
  return hours % hoursInDay === 0 ? count(hours / hoursInDay, 'day') : count(hours, 'hour')
}

/** `30 minutes`, `4 hours`. */
export function minutesInWords(minutes: number): string {
  return minutes % 60 === 0 ? hoursInWords(minutes / 60) : count(minutes, 'minute')
}

/** The shorter choices of a list, with the longest that is allowed always among them. */
export function upTo(choices: readonly number[], most: number | null): number[] {
  if (most === null) return [...choices]
  return [...choices.filter((each) => each < most), most]
}

/** What being in a group lets one do; what it is for where Azure does not say. */
export function whatItLets(group: AccessGroup): string {
  const lines = [...new Set(group.roles.flatMap((role) => role.lets))]
  if (lines.length === 0) return group.description || group.roles.map(({ roleName }) => roleName).join(', ')
  const shown = lines.length > 4 ? 3 : lines.length
  return `${inOneLine(lines.slice(0, shown))}${lines.length > shown ? ` and ${lines.length - shown} more` : ''}`
}

/** `See everything, manage tags`. */
export function inOneLine(lines: readonly string[]): string {
  return lines.map((line, place) => (place === 0 ? line : lower(line))).join(', ')
}

const lower = (text: string) => text.slice(0, 1).toLocaleLowerCase() + text.slice(1)
