import type { Priority } from './incoming.ts'
import { singleLine } from './plainText.ts'

/** Maps the severities of senders to an incident priority, as in the table of docs/alerts.md. */
const priorities: Record<string, Priority> = {
  ...priorityTerms(1, 'critical crit fatal emergency emerg disaster page sev0 p1'),
  ...priorityTerms(2, 'high error err major severe alert sev1 p2'),
  ...priorityTerms(3, 'medium moderate warning warn average sev2 p3'),
  ...priorityTerms(4, 'low minor notice informational sev3 p4'),
  ...priorityTerms(5, 'info information verbose debug none planning sev4 p5'),
}

const defaultPriority = 3

/** Returns the incident priority of a severity, of which 1 is the highest. Numbers from 1 to 5 are accepted too. */
export function priorityOf(severity: unknown): Priority {
  const severityTerm =
    singleLine(severity, 40)
      ?.toLowerCase()
      .replace(/[\s_-]/g, '') ?? ''
  if (/^[1-5]$/.test(severityTerm)) return Number(severityTerm) as Priority
  return Object.hasOwn(priorities, severityTerm) ? priorities[severityTerm]! : defaultPriority
}

function priorityTerms(priority: Priority, text: string): Record<string, Priority> {
  return Object.fromEntries(text.split(' ').map((severityTerm) => [severityTerm, priority]))
}
