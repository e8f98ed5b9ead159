import { type Static, Type } from 'typebox'
import type { Clock } from '../clock.ts'
import { ExternalError } from '../externalError.ts'
import type { Send } from '../pipeline.ts'
import { graphBatchEach } from './graphBatch.ts'
import { toUtcDate, UnknownTimeZone } from './windowsZones.ts'

const DateTimeTimeZone = Type.Object({ dateTime: Type.String(), timeZone: Type.String() })
const NullableDateTime = Type.Optional(Type.Union([DateTimeTimeZone, Type.Null()]))
const Replies = Type.Object({ status: Type.String(), scheduledStartDateTime: NullableDateTime, scheduledEndDateTime: NullableDateTime })

/** A person's absence according to automatic replies, whose text is not read. */
export interface MailboxAbsence {
  isAbsent: boolean
  startsAt: Date | null
  endsAt: Date | null
}
const present: MailboxAbsence = { isAbsent: false, startsAt: null, endsAt: null }

export function graphMailboxes(send: Send, clock: Clock) {
  return {
    /**
     * Reads the automatic replies of people in few calls. Throttled calls are not retried here, because callers repeat them later. People
     * without a mailbox count as present; a mailbox that can't be read, or whose time zone is unknown, returns its error.
     */
    async absencesOf(personIds: string[]): Promise<(MailboxAbsence | ExternalError)[]> {
      const urls = personIds.map((id) => `/users/${encodeURIComponent(id)}/mailboxSettings/automaticRepliesSetting`)
      const replies = await graphBatchEach(send, clock, urls, { failFast: true })
      return replies.map((reply) => {
        if (reply instanceof ExternalError) return reply
        if (reply.status === 404) return present
        try {
          return absenceOf(reply.as(Replies))
        } catch (error) {
          if (!(error instanceof UnknownTimeZone)) throw error
          const { message } = error
          return new ExternalError({ service: send.service, code: 'unknownTimeZone', message, retryable: false }, { cause: error })
        }
      })
    },
  }
}

function absenceOf({ status, scheduledStartDateTime, scheduledEndDateTime }: Static<typeof Replies>): MailboxAbsence {
  if (status === 'alwaysEnabled') return { isAbsent: true, startsAt: null, endsAt: null }
  if (status !== 'scheduled') return present
  const startsAt = scheduledStartDateTime ? toUtcDate(scheduledStartDateTime) : null
  const endsAt = scheduledEndDateTime ? toUtcDate(scheduledEndDateTime) : null
  // Unreadable times must not mean a permanent absence.
  return startsAt && endsAt ? { isAbsent: true, startsAt, endsAt } : present
}
