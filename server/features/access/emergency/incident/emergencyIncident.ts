import { recordSystemEvent } from '../../../../audit/recordSystemEvent.ts'
import { updateRow } from '../../../../db/rows.ts'
import { announce } from '../../../../workflows/changes.ts'
import { type Step, Wait, type Workflow } from '../../../../workflows/workflow.ts'
import { servicenowTimeoutMinutes, waitForServiceNow } from '../../../services/incidents/raise/waitForServiceNow.ts'
import type { EmergencyInput } from '../emergencyInput.ts'

const story = ({ reference, personName, accountName, roleName, minutes, reason }: EmergencyInput) =>
  `${reference}: ${personName} has used emergency access to ${accountName} (${roleName}, for at most ${minutes} minutes). Reason given: ${reason}`

const openIncident: Step<EmergencyInput & { wanted: string | null }> = {
  name: 'openIncident',
  title: 'Open the incident, or update the one that was named',
  timeoutMinutes: servicenowTimeoutMinutes,
  async run({ db, clients, input }) {
    const { servicenow } = clients
    const done = await waitForServiceNow(async () => {
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
    await updateRow(db, 'emergency_accesses', input.id, {
      incident_number: done.ticket.number,
      incident_id: done.ticket.sys_id,
      incident_opened: done.opened,
    })
    return {}
  },
}

/** Ensures that there is an incident. It runs beside the role’s activation and never delays it. */
export const openEmergencyIncident: Workflow<EmergencyInput & { wanted: string | null }> = {
  kind: 'openEmergencyIncident',
  steps: [openIncident],
  async succeeded({ db, input }) {
    const row = await db
      .selectFrom('emergency_accesses')
      .select(['incident_number', 'incident_opened'])
      .where('id', '=', input.id)
      .executeTakeFirstOrThrow()
    await recordSystemEvent(db, {
      action: 'emergencyIncidentSynced',
      subject: { kind: 'account', id: input.accountId },
      after: { emergencyAccess: { id: input.id, incident: row.incident_number, opened: row.incident_opened } },
      reason: `${input.reference}: every use of emergency access is reported to the team on duty.`,
    })
    await announce(db, { kind: 'emergencyAccess', id: input.id })
  },
  failed: ({ db, input }) => announce(db, { kind: 'emergencyAccess', id: input.id }),
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
    const written = await waitForServiceNow(() =>
      row.incident_opened
        ? servicenow.closeIncident(row.incident_id!, note)
        : servicenow.noteOnIncident(row.incident_id!, `${input.reference} report`, note),
    )
    return written instanceof Wait ? written : {}
  },
}

/** Adds the post-use report to the incident after the review, and closes an incident that Slipway opened. */
export const closeEmergencyIncident: Workflow<EmergencyInput & { report: string; reviewerName: string }> = {
  kind: 'closeEmergencyIncident',
  steps: [closeIncident],
  async succeeded({ db, input, now }) {
    const closed = await db
      .updateTable('emergency_accesses')
      .set(({ eb }) => ({ status: 'closed', version: eb('version', '+', 1), updated_at: now }))
      .where('id', '=', input.id)
      .where('status', '=', 'closing')
      .returning('id')
      .executeTakeFirst()
    if (closed)
      await recordSystemEvent(db, {
        action: 'emergencyAccessClosed',
        subject: { kind: 'account', id: input.accountId },
        before: { emergencyAccess: { id: input.id, status: 'closing' } },
        after: { emergencyAccess: { id: input.id, status: 'closed' } },
        reason: `${input.reference} was reviewed, and its incident has the post-use report.`,
      })
    await announce(db, { kind: 'emergencyAccess', id: input.id })
  },
  failed: ({ db, input }) => announce(db, { kind: 'emergencyAccess', id: input.id }),
}
