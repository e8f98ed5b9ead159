import type { Option } from '../../../../ui/Select.tsx'
import { describeSpan } from '../labels.ts'
import type { SandboxTemplate } from '../types.ts'
import type { SandboxGroup } from './types.ts'

const hour = 3_600_000
const defaults = [4, 8, 24, 72, 168]

export const untilSandboxEnds = 'life'

export function durationOptions(end: string | null): Option[] {
  const remaining = end === null ? Number.POSITIVE_INFINITY : (Date.parse(end) - Date.now()) / hour
  return [
    { value: untilSandboxEnds, label: 'Until the sandbox ends' },
    ...defaults.filter((hours) => hours < remaining).map((hours) => ({ value: String(hours), label: describeSpan(hours) })),
  ]
}

type UsualSuffix = 'owners' | 'members' | 'viewers'
const suffixLabels: Record<UsualSuffix, string> = { owners: 'Owner', members: 'Member', viewers: 'Viewer' }

export const groupLabel = (suffix: string) => suffixLabels[suffix as UsualSuffix] ?? suffix.charAt(0).toLocaleUpperCase() + suffix.slice(1)

type Role = SandboxTemplate['groups'][number]['role']
const roleLabels: Record<Role, string> = {
  Reader: 'can view resources',
  Contributor: 'can create and edit resources',
  Owner: 'can also grant access',
}

export function groupOptions(groups: readonly SandboxGroup[]): Option[] {
  return groups.map(({ id, suffix, roles }) => ({
    value: id,
    label: groupLabel(suffix),
    hint: roles.map((role) => roleLabels[role as Role] ?? role).join(', '),
  }))
}
