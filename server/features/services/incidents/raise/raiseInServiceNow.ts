import { recordSystemEvent } from '../../../../audit/recordSystemEvent.ts'
import type { Clients } from '../../../../clients/clients.ts'
import { OutsideError } from '../../../../clients/outsideError.ts'
import type { ConfigurationItem } from '../../../../clients/servicenow/servicenow.ts'
import type { Db } from '../../../../db/database.ts'
import { notify } from '../../../../notifications/notify.ts'
import { announce } from '../../../../workflows/changes.ts'
import { type Step, Wait, type Workflow } from '../../../../workflows/workflow.ts'
import { priorityOf } from '../servicenowLabels.ts'
import { servicenowTimeoutMinutes, waitForServiceNow } from './waitForServiceNow.ts'

interface RaiseInput {
  id: string
}

function accepted(db: Db, id: string) {
  return db
    .selectFrom('incidents as i')
    .innerJoin('people as p', 'p.id', 'i.raised_by')
    .innerJoin('accounts as a', 'a.id', 'i.account_id')
    .selectAll('i')
    .select(['p.display_name', 'p.email', 'a.name as account_name', 'a.subscription_id'])
    .where('i.id', '=', id)
    .executeTakeFirstOrThrow()
}
type Accepted = Awaited<ReturnType<typeof accepted>>

interface Place {
  item?: ConfigurationItem | undefined
  group?: { id: string; name: string | null } | undefined
  note: string | null
}

/** Finds the configuration item and assignment group. A missing permission for the lookup must not prevent the incident. */
async function resolveScope(clients: Clients, row: Accepted): Promise<Place> {
  try {
    return await findPlace(clients, row)
  } catch (error) {
    if (error instanceof OutsideError && !error.retryable)
      return { note: `The incident has no configuration item and no assignment group: ${error.message}`.slice(0, 1_000) }
    throw error
  }
}

/** Uses the chosen item and group; by default the account's own item and that item's support group. */
async function findPlace({ servicenow }: Clients, row: Accepted): Promise<Place> {
  const item = row.item_id ? await servicenow.getConfigurationItem(row.item_id) : await servicenow.getByCorrelationId(row.account_id)
  const chosen = row.group_id ? await servicenow.getAssignmentGroup(row.group_id) : undefined
  const usable = chosen && chosen.active !== 'false'
  const group = usable
    ? { id: chosen.sys_id, name: chosen.name }
    : item?.support_group
      ? { id: item.support_group, name: item['support_group.name'] || null }
      : undefined
  const left = [
    ...(row.item_id && !item ? ['The configuration item no longer exists in ServiceNow, so the incident has none.'] : []),
    ...(row.group_id && !usable
      ? ['The assignment group is no longer in use, so the incident went to the configuration item’s group.']
      : []),
  ]
  return { item, group, note: left.join(' ') || null }
}

const about = (row: Accepted) =>
  `${row.description}\n\nRaised by ${row.display_name}${row.email ? ` (${row.email})` : ''} through Slipway, on the account ${row.account_name}${row.subscription_id ? ` (subscription ${row.subscription_id})` : ''}.`

const open: Step<RaiseInput> = {
  name: 'openIncident',
  title: 'Open the incident in ServiceNow',
  timeoutMinutes: servicenowTimeoutMinutes,
  async run({ db, clients, input, now }) {
    const row = await accepted(db, input.id)
    const done = await waitForServiceNow(async () => {
      const place = await resolveScope(clients, row)
      const callerSysId = row.email ? await clients.servicenow.findCaller(row.email) : undefined
      const ticket = await clients.servicenow.openIncident({
        correlationId: row.id,
        title: row.title,
        description: about(row),
        itemSysId: place.item?.sys_id,
        groupSysId: place.group?.id,
        callerSysId,
        impact: row.impact as 1 | 2 | 3,
        urgency: row.urgency as 1 | 2 | 3,
      })
      return { place, ticket }
    })
    if (done instanceof Wait) return done
    const { place, ticket } = done
    const at = now()
    await db
      .updateTable('incidents')
      .set({
        status: 'new',
        number: ticket.number,
        sys_id: ticket.sys_id,
        priority: priorityOf(ticket.priority),
        item_id: place.item?.sys_id ?? null,
        item_name: place.item?.name ?? null,
        group_id: place.group?.id ?? null,
        group_name: place.group?.name ?? null,
        note: place.note,
        opened_at: at,
        updated_at: at,
      })
      .where('id', '=', row.id)
      .where('number', 'is', null)
      .execute()
    return { number: ticket.number }
  },
}

/** Opens an accepted incident in ServiceNow exactly once, also after crashes and lost answers. */
export const raiseInServiceNow: Workflow<RaiseInput> = {
  kind: 'raiseIncident',
  steps: [open],
  async succeeded({ db, input }) {
    const row = await accepted(db, input.id)
    await recordSystemEvent(db, {
      action: 'incidentOpened',
      subject: { kind: 'account', id: row.account_id },
      after: { incident: { id: row.id, number: row.number } },
      reason: row.note ?? 'The incident was opened as raised.',
    })
    await announce(db, { kind: 'incident', id: row.account_id })
  },
  async failed({ db, input, now, message }) {
    const row = await accepted(db, input.id)
    await db
      .updateTable('incidents')
      .set({ status: 'failed', note: message.slice(0, 1_000), updated_at: now })
      .where('id', '=', row.id)
      .where('number', 'is', null)
      .execute()
    await announce(db, { kind: 'incident', id: row.account_id })
    await notify(db, [row.raised_by], {
      kind: 'incidentFailed',
      subjectKind: 'accountIncidents',
      subjectId: row.account_id,
      title: `Couldn’t open your incident on ${row.account_name}`,
      body: `“${row.title}”: ${message} If it is urgent, raise it in ServiceNow.`,
      key: `incidentFailed:${row.id}`,
    })
  },
}
