import type { Icon } from '../../../ui/icon.ts'
import { EndedIcon, type Tone } from '../../../ui/Status.tsx'
import type { Alert, IncidentStatus, Level } from './types.ts'

interface StatusDisplay {
  tone: Tone
  label: string
  icon?: Icon
}

export const incidentDisplays: Record<IncidentStatus, StatusDisplay> = {
  sending: { tone: 'busy', label: 'Waiting for ServiceNow' },
  failed: { tone: 'bad', label: 'Failed to open' },
  new: { tone: 'warn', label: 'New' },
  inProgress: { tone: 'info', label: 'In progress' },
  onHold: { tone: 'neutral', label: 'On hold' },
  resolved: { tone: 'ok', label: 'Resolved' },
  closed: { tone: 'ok', label: 'Closed' },
  cancelled: { tone: 'neutral', label: 'Cancelled', icon: EndedIcon },
  gone: { tone: 'neutral', label: 'Not found in ServiceNow', icon: EndedIcon },
}

const priorities = ['Critical', 'High', 'Moderate', 'Low', 'Planning']
export const priorityLabel = (priority: number): string => priorities[priority - 1] ?? String(priority)
export const describePriority = (priority: number): string => `priority ${priority}, ${priorityLabel(priority).toLowerCase()}`
export const priorityTone = (priority: number): Tone => (priority === 1 ? 'bad' : priority === 2 ? 'warn' : 'neutral')

/** Calculates the priority with ServiceNow’s default matrix, which a company can change. */
export const priorityOf = (impact: Level, urgency: Level): number => impact + urgency - 1

export const levels: readonly Level[] = [1, 2, 3]
export const levelLabels: Record<Level, string> = { 1: 'High', 2: 'Medium', 3: 'Low' }
export const impactHint: Record<Level, string> = {
  1: 'Customers or the whole company',
  2: 'A team or some stores',
  3: 'One person or a test',
}
export const urgencyHint: Record<Level, string> = { 1: 'Work has stopped', 2: 'Work is slower', 3: 'Can wait' }

export const severityDisplays: Record<Alert['severity'], { tone: Tone; label: string }> = {
  critical: { tone: 'bad', label: 'Critical' },
  high: { tone: 'warn', label: 'High' },
  medium: { tone: 'info', label: 'Medium' },
  low: { tone: 'neutral', label: 'Low' },
  info: { tone: 'neutral', label: 'Information' },
}

export const alertStateLabels: Record<Alert['state'], string> = { firing: 'Firing', cleared: 'Cleared' }

export const resourceName = (resource: string): string => (resource.startsWith('/') ? resource.split('/').at(-1) || resource : resource)

export const sourceLabels: Record<Alert['source'], string> = {
  azure: 'Azure Monitor',
  alertmanager: 'Alertmanager',
  cloudEvents: 'CloudEvents',
  plain: 'Plain JSON',
}
