import { type Static, Type } from 'typebox'
import type { Clock } from '../clock.ts'
import { OutsideError } from '../outsideError.ts'
import type { Send } from '../pipeline.ts'
import { graphBatchEach } from './graphBatch.ts'
import { momentOf } from './windowsZones.ts'

const Moment = Type.Object({ dateTime: Type.String(), timeZone: Type.String() })
const NullableMoment = Type.Optional(Type.Union([Moment, Type.Null()]))
const Replies = Type.Object({ status: Type.String(), scheduledStartDateTime: NullableMoment, scheduledEndDateTime: NullableMoment })

/** Whether somebody’s automatic replies say that they are away, and when. What they write is not looked at. */
export interface MailboxAbsence {
  away: boolean
  startsAt: Date | null
  endsAt: Date | null
}
const there: MailboxAbsence = { away: false, startsAt: null, endsAt: null }

export function graphMailboxes(send: Send, clock: Clock) {
  return {
    /**
     * The automatic replies of each person, asked once and in few calls: whoever is throttled is asked again by the caller, later.
     * Somebody without a mailbox is there; one that cannot be read answers why.
     */
    async absencesOf(personIds: string[]): Promise<(MailboxAbsence | OutsideError)[]> {
      const urls = personIds.map((id) => `/users/${encodeURIComponent(id)}/mailboxSettings/automaticRepliesSetting`)
      const replies = await graphBatchEach(send, clock, urls, { atOnce: true })
      return replies.map((reply) => {
        if (reply instanceof OutsideError) return reply
        return reply.status === 404 ? there : absenceOf(reply.as(Replies))
      })
    },
  }
}

function absenceOf({ status, scheduledStartDateTime, scheduledEndDateTime }: Static<typeof Replies>): MailboxAbsence {
  if (status === 'alwaysEnabled') return { away: true, startsAt: null, endsAt: null }
  const startsAt = scheduledStartDateTime ? momentOf(scheduledStartDateTime) : null
  const endsAt = scheduledEndDateTime ? momentOf(scheduledEndDateTime) : null
  // Times that cannot be read must not make somebody away for good.
  return status === 'scheduled' && startsAt && endsAt ? { away: true, startsAt, endsAt } : there
}
