import { recordSystemEvent } from '../../../audit/recordSystemEvent.ts'
import { isClosedState, levelsOfPriority, type Ticket } from '../../../clients/servicenow/servicenowTickets.ts'
import type { Context } from '../../../context.ts'
import { type Db, inTransaction } from '../../../db/database.ts'
import { updateRow } from '../../../db/rows.ts'
import { publishChange } from '../../../workflows/changes.ts'
import type { AlertGroup } from './alertGroup.ts'
import { toText } from './formats/describe.ts'
import type { Priority } from './formats/incoming.ts'
import { incidentTargetOf } from './incidentTarget.ts'

type SyncedIncident = { ticket: Ticket & { state: string }; status: 'open' | 'resolved' | 'closed' }

export const alertNotes = {
  firing: 'The alert fires again.',
  stillFiring: 'Still firing',
  moreAfterResolved: 'More alerts arrived after this was resolved',
  cleared: (at: Date) => `The alert cleared on ${toText(at)}.`,
}

export function describeCount({ count, first_seen, last_seen }: Pick<AlertGroup, 'count' | 'first_seen' | 'last_seen'>): string {
  return count === 1
    ? `Fired once, on ${toText(first_seen)}.`
    : `Fired ${count.toLocaleString('en-GB')} times between ${toText(first_seen)} and ${toText(last_seen)}.`
}

/**
 * Updates ServiceNow with an alert group. An incident is opened while alerts fire, gets their count, and is resolved when they clear. If
 * alerts fire again, the incident is reopened; if it was closed, a new incident is opened. Every write is preceded by a read, so that the
 * update can be repeated from any point.
 */
export async function syncAlertToServiceNow({ db, clients }: Pick<Context, 'db' | 'clients'>, group: AlertGroup, now: Date): Promise<void> {
  const { servicenow } = clients
  const countText = describeCount(group)
  /** Marks the note of each count, so that a retry after a lost response doesn't add the note twice. */
  const countNote = `${group.count} alerts`
  const incident = await incidentOf()
  await inTransaction(db, (tx) => recordSynced(tx, group, incident, now))

  async function incidentOf(): Promise<SyncedIncident> {
    const before = group.incident_id === null ? undefined : await servicenow.readIncident(group.incident_id)
    // A person can resolve the incident while alerts fire. It is reopened only by a new alert.
    const hasNewAlert = group.episode > group.synced_episode || (group.state === 'firing' && group.count > group.synced_count)
    if (before && !isClosedState(before.state)) return updateOpenIncident(before)
    if (before && !hasNewAlert) {
      if (before.state === '6' && group.count > group.synced_count) await note(before, alertNotes.moreAfterResolved)
      return { ticket: before, status: before.state === '6' ? 'resolved' : 'closed' }
    }
    if (before && (await servicenow.reopenIncident(before.sys_id, `[${countNote}] ${alertNotes.firing} ${countText}`)))
      return resolveIfCleared({ ticket: before, status: 'open' })
    return resolveIfCleared({ ticket: await openIncidentTicket(), status: 'open' })
  }

  async function updateOpenIncident(ticket: SyncedIncident['ticket']): Promise<SyncedIncident> {
    if (group.synced_priority !== null && group.priority < group.synced_priority)
      await servicenow.setIncidentLevels(ticket.sys_id, levelsOfPriority[group.priority as Priority])
    if (group.count > group.synced_count) await note(ticket, alertNotes.stillFiring)
    return resolveIfCleared({ ticket, status: 'open' })
  }

  async function resolveIfCleared(incident: SyncedIncident): Promise<SyncedIncident> {
    if (group.state === 'firing') return incident
    await servicenow.resolveIncident(incident.ticket.sys_id, `${alertNotes.cleared(group.state_at)} ${countText}`)
    return { ...incident, status: 'resolved' }
  }

  async function openIncidentTicket(): Promise<SyncedIncident['ticket']> {
    // The previous incident was closed or deleted. The generation is stored before the new incident is opened, so that a retry finds that
    // incident.
    const generation = group.incident_id === null ? group.generation : group.generation + 1
    if (generation > group.generation)
      await updateRow(db, 'alert_groups', group.id, { generation, incident_id: null, incident_number: null, incident_status: null })
    const incidentTarget = await incidentTargetOf(servicenow, group)
    const ticket = await servicenow.openIncident({
      ...incidentTarget,
      ...levelsOfPriority[group.priority as Priority],
      correlationId: `slipway-alert/${group.id}/${generation}`,
      title: group.title,
      description: [
        group.description,
        ...incidentTarget.notes,
        countText,
        `Account ${group.account_name}. Opened by Slipway from an alert.`,
      ].join('\n\n'),
    })
    return { ...ticket, state: ticket.state ?? '1' }
  }

  function note({ sys_id }: Ticket, noteText: string): Promise<void> {
    return servicenow.addWorkNote(sys_id, countNote, `${noteText}. ${countText}`)
  }
}

async function recordSynced(db: Db, group: AlertGroup, { ticket, status }: SyncedIncident, now: Date): Promise<void> {
  await db
    .updateTable('alert_groups')
    .set(({ eb, ref, val }) => ({
      incident_id: ticket.sys_id,
      incident_number: ticket.number,
      incident_status: status,
      synced_count: group.count,
      synced_episode: group.episode,
      synced_priority: group.priority,
      synced_at: now,
      problem: null,
      // The group stays due if alerts were counted in the meantime.
      due_at: eb.case().when('revision', '=', group.revision).then(val(null)).else(ref('due_at')).end(),
    }))
    .where('id', '=', group.id)
    .execute()
  if (ticket.sys_id !== group.incident_id || status !== group.incident_status)
    await recordSystemEvent(db, {
      action: 'alertSynced',
      subject: { kind: 'account', id: group.account_id },
      before: { alert: { id: group.id, incident: group.incident_number, status: group.incident_status } },
      after: { alert: { id: group.id, incident: ticket.number, status, count: group.count } },
      reason: `“${group.title}” ${group.state === 'firing' ? 'fires' : 'has cleared'}.`,
    })
  await publishChange(db, { kind: 'alert', id: group.account_id })
}
