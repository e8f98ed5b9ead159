import type { PresentedEvent } from './queries.ts'

export const auditHeader = [
  'Number',
  'Time',
  'Caller',
  'Caller ID',
  'Credential',
  'Operation',
  'Outcome',
  'Subject kind',
  'Subject',
  'Subject ID',
  'Reason',
  'Request ID',
  'Before',
  'After',
  'Event ID',
]

export function auditLine(event: PresentedEvent, content: { before: string | null; after: string | null }): string[] {
  const { actor, subject } = event
  return [
    event.seq?.toString() ?? '',
    event.at,
    actor.displayName,
    actor.id ?? '',
    actor.credential,
    event.operation,
    event.outcome,
    subject?.kind ?? '',
    subject?.name ?? '',
    subject?.id ?? '',
    event.reason ?? '',
    event.requestId,
    content.before ?? '',
    content.after ?? '',
    event.id,
  ]
}
