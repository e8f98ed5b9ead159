import type { Option } from '../../../../ui/Select.tsx'
import { describeSpan } from '../labels.ts'
import type { SandboxTemplate } from '../types.ts'
import type { SandboxGroup } from './types.ts'

const hour = 3_600_000
const usual = [4, 8, 24, 72, 168]

/** The option for access without an end of its own. */
export const untilSandboxEnds = 'life'

/** Durations up to the sandbox’s end. */
export function durationOptions(end: string | null): Option[] {
  const left = end === null ? Number.POSITIVE_INFINITY : (Date.parse(end) - Date.now()) / hour
  return [
    { value: untilSandboxEnds, label: 'Until the sandbox ends' },
    ...usual.filter((hours) => hours < left).map((hours) => ({ value: String(hours), label: describeSpan(hours) })),
  ]
}

type UsualSuffix = 'owners' | 'members' | 'viewers'
const suffixLabels: Record<UsualSuffix, string> = { owners: 'Owner', members: 'Member', viewers: 'Viewer' }

/** Returns the label of a member of the group with this suffix. */
export const groupWord = (suffix: string) => suffixLabels[suffix as UsualSuffix] ?? suffix.charAt(0).toLocaleUpperCase() + suffix.slice(1)

type Role = SandboxTemplate['groups'][number]['role']
const roleLabels: Record<Role, string> = {
  Reader: 'can view resources',
  Contributor: 'can create and edit resources',
  Owner: 'can also grant access',
}

export function groupOptions(groups: readonly SandboxGroup[]): Option[] {
  return groups.map(({ id, suffix, roles }) => ({
    value: id,
    label: groupWord(suffix),
    hint: roles.map((role) => roleLabels[role as Role] ?? role).join(', '),
  }))
}
