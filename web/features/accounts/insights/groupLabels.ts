import type { CallResult } from '../../../api/client.ts'
import type { Tone } from '../../../ui/Status.tsx'

export const unmanagedLabels = { title: 'Unmanaged resource groups', adopt: 'Adopt' } as const

export type UnmanagedGroup = CallResult<'listUnmanagedResourceGroups'>['items'][number]

export const reasonLabels: Record<UnmanagedGroup['origin'], { tone: Tone; label: string; next: string }> = {
  createdManually: { tone: 'warn', label: 'Created manually', next: 'Adopt the group to keep it, or contact its creator.' },
  createdByApplication: { tone: 'warn', label: 'Created by an application', next: 'Adopt the group, or let the application set tags.' },
  createdByAzure: { tone: 'info', label: 'Created by Azure', next: 'Not in the health score. Adopt the group to give its cost an owner.' },
  unknown: {
    tone: 'neutral',
    label: 'No management tag',
    next: 'The group is older than Azure’s 90-day activity log. Review its resources, then adopt it.',
  },
}
