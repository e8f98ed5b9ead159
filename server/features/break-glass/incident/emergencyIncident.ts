import { OutsideError } from '../../../clients/outsideError.ts'
import { announce } from '../../../jobs/changes.ts'
import { type Step, Wait, type Workflow } from '../../../jobs/workflow.ts'
import type { EmergencyInput } from '../give/giveEmergencyRole.ts'

/** ServiceNow may be part of what is on fire: the incident follows when it is back. */
const patienceMinutes = 7 * 24 * 60

async function onceItAnswers<T>(call: () => Promise<T>): Promise<T | Wait> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof OutsideError && error.retryable)
      return new Wait('ServiceNow does not answer at the moment; Slipway goes on as soon as it does.', error.retryAfterMs)
    throw error
  }
}

const story = ({ reference, personName, accountName, roleName, minutes, reason }: EmergencyInput) =>
  `${reference}: ${personName} has used emergency access to ${accountName} (${roleName}, for at most ${minutes} minutes). Reason given: ${reason}`

const openIncident: Step<EmergencyInput & { wanted: string | null }> = {
  name: 'openIncident',
  title: 'Open the incident, or write in the one that was named',
  patienceMinutes,
  async run({ db, clients, input }) {
    const { servicenow } = clients
    const done = await onceItAnswers(async () => {
      const named = input.wanted ? await servicenow.findTicket(input.wanted) : undefined
      if (named) {
        await servicenow.noteOnIncident(named.sys_id, input.reference, story(input))
        return { ticket: named, opened: false }
      }
      const item = await servicenow.getByCorrelationId(input.accountId)
      const ticket = await servicenow.openIncident({
        correlationId: input.id,
        title: `Emergency access to ${input.accountName}`,
        description: story(input),
        itemSysId: item?.sys_id,
        impact: 1,
        urgency: 1,
      })
      return { ticket, opened: true }
    })
    if (done instanceof Wait) return done
    await db
      .updateTable('emergency_accesses')
      .set({ incident_number: done.ticket.number, incident_id: done.ticket.sys_id, incident_opened: done.opened })
      .where('id', '=', input.id)
      .execute()
    return {}
  },
}

/** Sees to it that there is an incident. It runs beside the giving of the role and never holds that up. */
export const openEmergencyIncident: Workflow<EmergencyInput & { wanted: string | null }> = {
  kind: 'openEmergencyIncident',
  steps: [openIncident],
  succeeded: ({ db, input }) => announce(db, { kind: 'emergencyAccess', id: input.id }),
  failed: ({ db, input }) => announce(db, { kind: 'emergencyAccess', id: input.id }),
}

const closeIncident: Step<EmergencyInput & { afterword: string; reviewerName: string }> = {
  name: 'closeIncident',
  title: 'Write the afterword in the incident and close it',
  patienceMinutes,
  async run({ db, clients, input }) {
    const row = await db
      .selectFrom('emergency_accesses')
      .select(['incident_id', 'incident_opened'])
      .where('id', '=', input.id)
      .executeTakeFirstOrThrow()
    if (row.incident_id === null) return new Wait('The incident has still to be opened.')
    const words = `${input.reference}, by ${input.personName}, reviewed by ${input.reviewerName}:\n${input.afterword}`
    const { servicenow } = clients
    const told = await onceItAnswers(() =>
      row.incident_opened
        ? servicenow.closeIncident(row.incident_id!, words)
        : servicenow.noteOnIncident(row.incident_id!, `${input.reference} afterword`, words),
    )
    return told instanceof Wait ? told : {}
  },
}

/** After the review: the incident gets the afterword, and is closed when it was opened here. */
export const closeEmergencyIncident: Workflow<EmergencyInput & { afterword: string; reviewerName: string }> = {
  kind: 'closeEmergencyIncident',
  steps: [closeIncident],
  async succeeded({ db, input, now }) {
    await db
      .updateTable('emergency_accesses')
      .set(({ eb }) => ({ status: 'closed', version: eb('version', '+', 1), updated_at: now }))
      .where('id', '=', input.id)
      .where('status', '=', 'closing')
      .execute()
    await announce(db, { kind: 'emergencyAccess', id: input.id })
  },
  failed: ({ db, input }) => announce(db, { kind: 'emergencyAccess', id: input.id }),
}
