import { redact } from '../../../../clients/redact.ts'
import type { Incoming } from './incoming.ts'
import { cut } from './plainText.ts'

/** Limit of an incident's text. */
const max = 3_600

/** The incident's text: readable, or the payload as JSON. Everything that looks like a secret is removed. */
export function describe(alert: Incoming, humanReadable: boolean): string {
  return redact(cut(humanReadable ? readable(alert) : JSON.stringify(alert.payload).slice(0, max * 2), max))
}

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

export function toText(time: Date): string {
  return `${moment.format(time)} UTC`
}

function readable({ facts, link }: Incoming): string {
  const { what, where, since, measured, severity, rule, more } = facts
  const lines = [
    ...(where ? [`Where: ${where}`] : []),
    ...(since ? [`Since: ${toText(since)}`] : []),
    ...(measured ? [`Measured: ${measured}`] : []),
    ...(severity ? [`Severity: ${severity}`] : []),
    ...(rule ? [`Rule: ${rule}`] : []),
    ...more,
    ...(link ? [`More: ${link}`] : []),
  ]
  return [what ?? '', lines.join('\n')].filter(Boolean).join('\n\n')
}
