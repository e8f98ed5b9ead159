import { recordSystemEvent } from '../../../../audit/recordSystemEvent.ts'
import type { Clients } from '../../../../clients/clients.ts'
import { ExternalError } from '../../../../clients/externalError.ts'
import type { ConfigurationItem } from '../../../../clients/servicenow/servicenow.ts'
import type { Db } from '../../../../db/database.ts'
import { notify } from '../../../../notifications/notify.ts'
import { publishChange } from '../../../../workflows/changes.ts'
import { type Step, Wait, type Workflow } from '../../../../workflows/workflow.ts'
import { priorityOf } from '../servicenowLabels.ts'
import { servicenowTimeoutMinutes, waitForServiceNow } from './waitForServiceNow.ts'

interface RaiseInput {
  id: string
}

function findAcceptedIncident(db: Db, id: string) {
  return db
    .selectFrom('incidents as i')
    .innerJoin('people as p', 'p.id', 'i.raised_by')
    .innerJoin('accounts as a', 'a.id', 'i.account_id')
    .selectAll('i')
    .select(['p.display_name', 'p.email', 'a.name as account_name', 'a.subscription_id'])
    .where('i.id', '=', id)
    .executeTakeFirstOrThrow()
}
type AcceptedIncident = Awaited<ReturnType<typeof findAcceptedIncident>>

interface TicketTarget {
  item?: ConfigurationItem | undefined
  group?: { id: string; name: string | null } | undefined
  note: string | null
}

/** The incident is opened even if Slipway has no permission for the lookup. */
async function resolveTicketTarget(clients: Clients, row: AcceptedIncident): Promise<TicketTarget> {
  try {
    return await findItemAndGroup(clients, row)
  } catch (error) {
    if (error instanceof ExternalError && !error.retryable)
      return { note: `The incident has no configuration item and no assignment group: ${error.message}`.slice(0, 1_000) }
    throw error
  }
}

export const incidentNotes = {
  itemGone: 'The configuration item no longer exists in ServiceNow, so the incident has none.',
  groupReplaced: 'The assignment group is no longer active, so the incident was assigned to the configuration item’s support group.',
  groupGone: 'The assignment group is no longer active, so the incident has none.',
}

/** The defaults are the account's own item and the support group of that item. */
async function findItemAndGroup({ servicenow }: Clients, row: AcceptedIncident): Promise<TicketTarget> {
  const item = row.item_id ? await servicenow.getConfigurationItem(row.item_id) : await servicenow.getByCorrelationId(row.account_id)
  const chosenGroup = row.group_id ? await servicenow.getAssignmentGroup(row.group_id) : undefined
  const usableGroup = chosenGroup && chosenGroup.active !== 'false'
  const group = usableGroup
    ? { id: chosenGroup.sys_id, name: chosenGroup.name }
    : item?.support_group
      ? { id: item.support_group, name: item['support_group.name'] || null }
      : undefined
  const noteLines = [
    ...(row.item_id && !item ? [incidentNotes.itemGone] : []),
    ...(row.group_id && !usableGroup ? [group ? incidentNotes.groupReplaced : incidentNotes.groupGone] : []),
  ]
  return { item, group, note: noteLines.join(' ') || null }
}

const ticketFields = (row: AcceptedIncident) =>
  `${row.description}\n\nRaised by ${row.display_name}${row.email ? ` (${row.email})` : ''} through Slipway, on the account ${row.account_name}${row.subscription_id ? ` (subscription ${row.subscription_id})` : ''}.`

const openStep: Step<RaiseInput> = {
  name: 'openIncident',
  title: 'Open the incident in ServiceNow',
  timeoutMinutes: servicenowTimeoutMinutes,
  async run({ db, clients, input, now }) {
    const row = await findAcceptedIncident(db, input.id)
    const acceptedTicket = await waitForServiceNow(async () => {
      const ticketScope = await resolveTicketTarget(clients, row)
      const callerSysId = row.email ? await clients.servicenow.findCaller(row.email) : undefined
      const ticket = await clients.servicenow.openIncident({
        correlationId: row.id,
        title: row.title,
        description: ticketFields(row),
        itemSysId: ticketScope.item?.sys_id,
        groupSysId: ticketScope.group?.id,
        callerSysId,
        impact: row.impact as 1 | 2 | 3,
        urgency: row.urgency as 1 | 2 | 3,
      })
      return { place: ticketScope, ticket }
    })
    if (acceptedTicket instanceof Wait) return acceptedTicket
    const { place: ticketScope, ticket } = acceptedTicket
    const at = now()
    await db
      .updateTable('incidents')
      .set({
        status: 'new',
        number: ticket.number,
        sys_id: ticket.sys_id,
        priority: priorityOf(ticket.priority),
        item_id: ticketScope.item?.sys_id ?? null,
        item_name: ticketScope.item?.name ?? null,
        group_id: ticketScope.group?.id ?? null,
        group_name: ticketScope.group?.name ?? null,
        note: ticketScope.note,
        opened_at: at,
        updated_at: at,
      })
      .where('id', '=', row.id)
      .where('number', 'is', null)
      .execute()
    return { number: ticket.number }
  },
}

/** Opens an accepted incident in ServiceNow exactly once, even after crashes and lost responses. */
export const raiseInServiceNow: Workflow<RaiseInput> = {
  kind: 'raiseIncident',
  steps: [openStep],
  async succeeded({ db, input }) {
    const row = await findAcceptedIncident(db, input.id)
    await recordSystemEvent(db, {
      action: 'incidentOpened',
      subject: { kind: 'account', id: row.account_id },
      after: { incident: { id: row.id, number: row.number } },
      reason: row.note ?? 'The incident was opened in ServiceNow.',
    })
    await publishChange(db, { kind: 'incident', id: row.account_id })
  },
  async failed({ db, input, now, message }) {
    const row = await findAcceptedIncident(db, input.id)
    await db
      .updateTable('incidents')
      .set({ status: 'failed', note: message.slice(0, 1_000), updated_at: now })
      .where('id', '=', row.id)
      .where('number', 'is', null)
      .execute()
    await publishChange(db, { kind: 'incident', id: row.account_id })
    await notify(db, [row.raised_by], {
      kind: 'incidentFailed',
      subjectKind: 'accountIncidents',
      subjectId: row.account_id,
      title: `Couldn’t open your incident on ${row.account_name}`,
      body: `“${row.title}”: ${message} If it is urgent, raise the incident in ServiceNow.`,
      key: `incidentFailed:${row.id}`,
    })
  },
}
