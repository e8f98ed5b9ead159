import type { Option } from '../../../../ui/Select.tsx'
import { spanWords } from '../words.ts'
import type { SandboxGroup } from './types.ts'

const hour = 3_600_000
const usual = [4, 8, 24, 72, 168]

/** The option for access without an end of its own. */
export const asLongAsItLives = 'life'

/** Durations up to the sandbox’s end. */
export function staysIn(end: string | null): Option[] {
  const left = end === null ? Number.POSITIVE_INFINITY : (Date.parse(end) - Date.now()) / hour
  return [
    { value: asLongAsItLives, label: 'As long as it lives' },
    ...usual.filter((hours) => hours < left).map((hours) => ({ value: String(hours), label: spanWords(hours) })),
  ]
}

const words: Record<string, string> = { owners: 'Owner', members: 'Member', viewers: 'Viewer' }

/** The label of a group’s members by its suffix. */
export const groupWord = (suffix: string) => words[suffix] ?? suffix.charAt(0).toLocaleUpperCase() + suffix.slice(1)

const says: Record<string, string> = {
  Reader: 'looks, changes nothing',
  Contributor: 'makes and changes things',
  Owner: 'also lets others in',
}

export function groupOptions(groups: readonly SandboxGroup[]): Option[] {
  return groups.map(({ id, suffix, roles }) => ({
    value: id,
    label: groupWord(suffix),
    hint: roles.map((role) => says[role] ?? role).join(', '),
  }))
}
