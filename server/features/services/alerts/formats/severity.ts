import type { Priority } from './incoming.ts'
import { lineOf } from './plainText.ts'

/** Senders' severities → incident priority, as in the table of docs/alerts.md. */
const priorities: Record<string, Priority> = {
  ...named(1, 'critical crit fatal emergency emerg disaster page sev0 p1'),
  ...named(2, 'high error err major severe alert sev1 p2'),
  ...named(3, 'medium moderate warning warn average sev2 p3'),
  ...named(4, 'low minor notice informational sev3 p4'),
  ...named(5, 'info information verbose debug none planning sev4 p5'),
}

/** Priority for a missing or unknown severity. */
export const usualPriority = 3

/** Incident priority of a severity; 1 is the highest. Numbers from 1 to 5 are accepted too. */
export function priorityOf(severity: unknown): Priority {
  const word =
    lineOf(severity, 40)
      ?.toLowerCase()
      .replace(/[\s_-]/g, '') ?? ''
  if (/^[1-5]$/.test(word)) return Number(word) as Priority
  return Object.hasOwn(priorities, word) ? priorities[word]! : usualPriority
}

function named(priority: Priority, text: string): Record<string, Priority> {
  return Object.fromEntries(text.split(' ').map((word) => [word, priority]))
}
