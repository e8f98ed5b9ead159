import { recordSystemEvent } from '../../../../audit/recordSystemEvent.ts'
import type { Clients } from '../../../../clients/clients.ts'
import type { Ticket } from '../../../../clients/servicenow/servicenowTickets.ts'
import type { Db } from '../../../../db/database.ts'
import { updateRow } from '../../../../db/rows.ts'
import { formatMinutes } from '../../../../format.ts'
import { emergencyTicketRules } from '../../../../settings/ticketPolicy.ts'
import { publishChange } from '../../../../workflows/changes.ts'
import { type Step, Wait, type Workflow } from '../../../../workflows/workflow.ts'
import { servicenowTimeoutMinutes, waitForServiceNow } from '../../../services/incidents/raise/waitForServiceNow.ts'
import { checkTicket } from '../../pim/checkTicket.ts'
import type { EmergencyInput } from '../emergencyInput.ts'
import { raiseAlarm } from '../notifications.ts'

const describeEmergency = ({ reference, personName, accountName, roleName, minutes, reason }: EmergencyInput) =>
  `${reference}: ${personName} has used emergency access to ${accountName} (${roleName}, for at most ${formatMinutes(minutes)}). Reason given: ${reason}`

type OpenIncidentInput = EmergencyInput & { wanted: string | null }

interface RejectedTicket {
  number: string
  reason: string
}

/**
 * Finds the ticket that the person named, if it is about this account and open. The call that started the access could not check it if
 * ServiceNow was down, and notes about the access must not go to an unrelated ticket.
 */
async function checkNamedTicket(
  { db, clients }: { db: Db; clients: Pick<Clients, 'servicenow'> },
  { accountId, personId, wanted }: OpenIncidentInput,
  now: Date,
): Promise<{ ticket?: Ticket | undefined; rejected?: RejectedTicket }> {
  if (wanted === null) return {}
  const { id, name, family_id } = await db
    .selectFrom('accounts')
    .select(['id', 'name', 'family_id'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const account = { id, name, family: { id: family_id } }
  const verdict = await checkTicket({ db, clients }, { account, number: wanted, personId, rules: emergencyTicketRules, now })
  return verdict === true ? { ticket: await clients.servicenow.findTicket(wanted) } : { rejected: { number: wanted, reason: verdict } }
}

const openIncident: Step<OpenIncidentInput> = {
  name: 'openIncident',
  title: 'Open the incident, or update the selected one',
  timeoutMinutes: servicenowTimeoutMinutes,
  async run({ db, clients, input, now }) {
    const { servicenow } = clients
    const openedIncident = await waitForServiceNow(async () => {
      const { ticket: namedTicket, rejected } = await checkNamedTicket({ db, clients }, input, now())
      if (namedTicket) {
        await servicenow.addWorkNote(namedTicket.sys_id, input.reference, describeEmergency(input))
        return { ticket: namedTicket, opened: false }
      }
      const item = await servicenow.getByCorrelationId(input.accountId)
      const ticket = await servicenow.openIncident({
        correlationId: input.id,
        title: `Emergency access to ${input.accountName}`,
        description: describeEmergency(input),
        itemSysId: item?.sys_id,
        impact: 1,
        urgency: 1,
      })
      return { ticket, opened: true, rejected }
    })
    if (openedIncident instanceof Wait) return openedIncident
    await updateRow(db, 'emergency_accesses', input.id, {
      incident_number: openedIncident.ticket.number,
      incident_id: openedIncident.ticket.sys_id,
      incident_opened: openedIncident.opened,
    })
    return { rejected: openedIncident.rejected }
  },
}

/** The access continues, because it needs no ticket. The people who review it must know that the named ticket was wrong. */
async function recordRejectedTicket(
  db: Db,
  input: EmergencyInput,
  { number, reason }: RejectedTicket,
  openedNumber: string | null,
): Promise<void> {
  await recordSystemEvent(db, {
    action: 'emergencyTicketRejected',
    subject: { kind: 'account', id: input.accountId },
    after: { emergencyAccess: { id: input.id, ticket: number, incident: openedNumber } },
    reason: `${input.reference}: ${reason}`,
    outcome: 'failed',
  })
  await raiseAlarm(db, {
    id: input.id,
    accountId: input.accountId,
    personId: input.personId,
    title: `${input.reference}: ticket ${number} not accepted`,
    body: `${input.personName} named this ticket for emergency access to ${input.accountName} while ServiceNow was unavailable. Slipway opened ${openedNumber} instead.`,
    event: 'ticketRejected',
  })
}

/** This run is separate from the activation of the role and never delays it. */
export const openEmergencyIncident: Workflow<OpenIncidentInput> = {
  kind: 'openEmergencyIncident',
  steps: [openIncident],
  async succeeded({ db, runId, input }) {
    const row = await db
      .selectFrom('emergency_accesses')
      .select(['incident_number', 'incident_opened'])
      .where('id', '=', input.id)
      .executeTakeFirstOrThrow()
    const step = await db.selectFrom('work_steps').select('output').where('run_id', '=', runId).executeTakeFirstOrThrow()
    const { rejected } = (step.output ?? {}) as { rejected?: RejectedTicket }
    if (rejected) await recordRejectedTicket(db, input, rejected, row.incident_number)
    await recordSystemEvent(db, {
      action: 'emergencyIncidentSynced',
      subject: { kind: 'account', id: input.accountId },
      after: { emergencyAccess: { id: input.id, incident: row.incident_number, opened: row.incident_opened } },
      reason: `${input.reference}: emergency access is reported to the team on duty.`,
    })
    await publishChange(db, { kind: 'emergencyAccess', id: input.id })
  },
  failed: ({ db, input }) => publishChange(db, { kind: 'emergencyAccess', id: input.id }),
}

const closeIncident: Step<EmergencyInput & { report: string; reviewerName: string }> = {
  name: 'closeIncident',
  title: 'Add the post-use report to the incident and close it',
  timeoutMinutes: servicenowTimeoutMinutes,
  async run({ db, clients, input }) {
    const row = await db
      .selectFrom('emergency_accesses')
      .select(['incident_id', 'incident_opened'])
      .where('id', '=', input.id)
      .executeTakeFirstOrThrow()
    if (row.incident_id === null) return new Wait('The incident isn’t open yet.')
    const note = `${input.reference}, by ${input.personName}, reviewed by ${input.reviewerName}:\n${input.report}`
    const { servicenow } = clients
    const workNoteResult = await waitForServiceNow(() =>
      row.incident_opened
        ? servicenow.closeIncident(row.incident_id!, note)
        : servicenow.addWorkNote(row.incident_id!, `${input.reference} report`, note),
    )
    return workNoteResult instanceof Wait ? workNoteResult : {}
  },
}

export const closeEmergencyIncident: Workflow<EmergencyInput & { report: string; reviewerName: string }> = {
  kind: 'closeEmergencyIncident',
  steps: [closeIncident],
  async succeeded({ db, input, now }) {
    const closedIncident = await db
      .updateTable('emergency_accesses')
      .set(({ eb }) => ({ status: 'closed', version: eb('version', '+', 1), updated_at: now }))
      .where('id', '=', input.id)
      .where('status', '=', 'closing')
      .returning('id')
      .executeTakeFirst()
    if (closedIncident)
      await recordSystemEvent(db, {
        action: 'emergencyAccessClosed',
        subject: { kind: 'account', id: input.accountId },
        before: { emergencyAccess: { id: input.id, status: 'closing' } },
        after: { emergencyAccess: { id: input.id, status: 'closed' } },
        reason: `${input.reference} was reviewed, and its incident has the post-use report.`,
      })
    await publishChange(db, { kind: 'emergencyAccess', id: input.id })
  },
  failed: ({ db, input }) => publishChange(db, { kind: 'emergencyAccess', id: input.id }),
}
