import { type Static, Type } from 'typebox'
import type { Clock } from '../clock.ts'
import { OutsideError } from '../outsideError.ts'
import type { Send } from '../pipeline.ts'
import { graphBatchEach } from './graphBatch.ts'
import { momentOf } from './windowsZones.ts'

const Moment = Type.Object({ dateTime: Type.String(), timeZone: Type.String() })
const NullableMoment = Type.Optional(Type.Union([Moment, Type.Null()]))
const Replies = Type.Object({ status: Type.String(), scheduledStartDateTime: NullableMoment, scheduledEndDateTime: NullableMoment })

/** A person's absence according to automatic replies, whose text is not read. */
export interface MailboxAbsence {
  away: boolean
  startsAt: Date | null
  endsAt: Date | null
}
const notAway: MailboxAbsence = { away: false, startsAt: null, endsAt: null }

export function graphMailboxes(send: Send, clock: Clock) {
  return {
    /**
     * Reads the automatic replies of people in few calls. Throttled calls are not retried here, because callers repeat them later. People
     * without a mailbox count as present; a mailbox that can't be read returns its error.
     */
    async absencesOf(personIds: string[]): Promise<(MailboxAbsence | OutsideError)[]> {
      const urls = personIds.map((id) => `/users/${encodeURIComponent(id)}/mailboxSettings/automaticRepliesSetting`)
      const replies = await graphBatchEach(send, clock, urls, { atOnce: true })
      return replies.map((reply) => {
        if (reply instanceof OutsideError) return reply
        return reply.status === 404 ? notAway : absenceOf(reply.as(Replies))
      })
    },
  }
}

function absenceOf({ status, scheduledStartDateTime, scheduledEndDateTime }: Static<typeof Replies>): MailboxAbsence {
  if (status === 'alwaysEnabled') return { away: true, startsAt: null, endsAt: null }
  const startsAt = scheduledStartDateTime ? momentOf(scheduledStartDateTime) : null
  const endsAt = scheduledEndDateTime ? momentOf(scheduledEndDateTime) : null
  // Unreadable times must not mean a permanent absence.
  return status === 'scheduled' && startsAt && endsAt ? { away: true, startsAt, endsAt } : notAway
}
