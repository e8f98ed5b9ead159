import { count } from '../../../shared/waits.ts'
import { formatDateTime } from '../../../ui/format.ts'
import builtInRoles from './builtInRoles.json' with { type: 'json' }
import { stepUpLabels } from './stepUpLabels.ts'
import { stateRules, ticketLabels, ticketStates } from './ticketLabels.ts'
import type { TicketPolicy, TicketRules } from './ticketRules.ts'
import type { Maintenance, Setting } from './types.ts'

// The ID of a built-in role is the same in each tenant.
const roleName = (id: string) => (builtInRoles as Record<string, string>)[id.toLowerCase()] ?? id

/** Describes a value of a setting in a phrase, for its history. */
export function formatSettingValue(name: Setting['name'], value: unknown): string {
  if (name === 'maintenance') return formatMaintenance(value as Maintenance)
  if (name === 'pimTickets') return formatTicketPolicy(value as TicketPolicy)
  if (name === 'stepUp') return stepUpLabels[value as keyof typeof stepUpLabels]
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (name === 'notificationDays') return count(value as number, 'day')
  return value === '' ? 'empty' : String(value)
}

function formatMaintenance({ mode, message, startsAt, until, pauseWork }: Maintenance): string {
  if (mode === 'off') return 'off'
  const details = [
    message,
    startsAt && `from ${formatDateTime(startsAt)}`,
    until && `until ${formatDateTime(until)}`,
    pauseWork && 'runs paused',
  ].filter(Boolean)
  return [mode === 'readOnly' ? 'read-only' : 'banner only', details.join(', ')].filter(Boolean).join(': ')
}

function formatTicketPolicy({ roles, ...rules }: TicketPolicy): string {
  const roleTexts = Object.entries(roles).map(([id, roleRules]) => `${roleName(id)}: ${formatTicketRules(roleRules) || 'no rules'}`)
  return [formatTicketRules(rules), ...roleTexts].join('; ')
}

function formatTicketRules(rules: Partial<TicketRules>): string {
  const { minAgeMinutes, maxAgeDays, ownTickets } = rules
  return [
    ...stateRules.flatMap((rule) => {
      const states = rules[rule]
      const labels: Record<string, string> = ticketStates[rule]
      return states ? [`${ticketLabels[rule]}: ${states.map((state) => labels[state] ?? state).join(', ')}`] : []
    }),
    ...(typeof minAgeMinutes === 'number' ? [`${ticketLabels.minAge}: ${count(minAgeMinutes, 'minute')}`] : []),
    ...(typeof maxAgeDays === 'number' ? [`${ticketLabels.maxAge}: ${count(maxAgeDays, 'day')}`] : []),
    ...(ownTickets === undefined ? [] : [`${ticketLabels.ownTickets}: ${ownTickets ? 'yes' : 'no'}`]),
  ].join('; ')
}
