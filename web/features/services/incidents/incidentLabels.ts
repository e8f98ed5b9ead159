import type { Icon } from '../../../ui/icon.ts'
import { Ended, type Tone } from '../../../ui/Status.tsx'
import type { Alert, IncidentStatus, Level } from './types.ts'

interface StatusDisplay {
  tone: Tone
  word: string
  icon?: Icon
}

export const incidentDisplays: Record<IncidentStatus, StatusDisplay> = {
  sending: { tone: 'busy', word: 'Waiting for ServiceNow' },
  failed: { tone: 'bad', word: 'Failed to open' },
  new: { tone: 'warn', word: 'New' },
  inProgress: { tone: 'info', word: 'In progress' },
  onHold: { tone: 'neutral', word: 'On hold' },
  resolved: { tone: 'ok', word: 'Resolved' },
  closed: { tone: 'ok', word: 'Closed' },
  cancelled: { tone: 'neutral', word: 'Cancelled', icon: Ended },
  gone: { tone: 'neutral', word: 'Not found in ServiceNow', icon: Ended },
}

/** ServiceNow’s names of its priorities, from 1. */
const priorities = ['Critical', 'High', 'Moderate', 'Low', 'Planning']
export const priorityLabel = (priority: number): string => priorities[priority - 1] ?? String(priority)
export const priorityTone = (priority: number): Tone => (priority === 1 ? 'bad' : priority === 2 ? 'warn' : 'neutral')

/** ServiceNow’s default priority matrix; a company can change it. */
export const priorityOf = (impact: Level, urgency: Level): number => impact + urgency - 1

export const levels: readonly Level[] = [1, 2, 3]
export const levelLabels: Record<Level, string> = { 1: 'High', 2: 'Medium', 3: 'Low' }
export const impactHint: Record<Level, string> = {
  1: 'Customers or the whole company',
  2: 'A team or some stores',
  3: 'One person or a test',
}
export const urgencyHint: Record<Level, string> = { 1: 'Work has stopped', 2: 'Work is slower', 3: 'Can wait' }

export const severityDisplays: Record<Alert['severity'], { tone: Tone; word: string }> = {
  critical: { tone: 'bad', word: 'Critical' },
  high: { tone: 'warn', word: 'High' },
  medium: { tone: 'info', word: 'Medium' },
  low: { tone: 'neutral', word: 'Low' },
  info: { tone: 'neutral', word: 'Information' },
}

/** Shortens an Azure resource id to the resource’s name. */
export const resourceName = (resource: string): string => (resource.startsWith('/') ? resource.split('/').at(-1) || resource : resource)

export const sourceLabels: Record<Alert['source'], string> = {
  azure: 'Azure Monitor',
  alertmanager: 'Alertmanager',
  cloudEvents: 'CloudEvents',
  plain: 'Plain JSON',
}
