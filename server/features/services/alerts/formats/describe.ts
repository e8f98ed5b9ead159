import { redact } from '../../../../clients/redact.ts'
import type { ParsedAlert } from './incoming.ts'
import { truncateText } from './plainText.ts'

const maxLength = 3_600

/** Everything that looks like a secret is removed. */
export function describe(alert: ParsedAlert, humanReadable: boolean): string {
  return redact(truncateText(humanReadable ? toReadableText(alert) : JSON.stringify(alert.payload).slice(0, maxLength * 2), maxLength))
}

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

export function toText(time: Date): string {
  return `${moment.format(time)} UTC`
}

function toReadableText({ facts, link }: ParsedAlert): string {
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
