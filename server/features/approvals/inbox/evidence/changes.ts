import { sql } from 'kysely'
import type { EvidenceChange, EvidenceCost } from '../../../../approvals/evidence.ts'
import type { Db } from '../../../../db/database.ts'
import { hoursInWords } from '../../../access/assignments/accessEvidence.ts'
import { inHours } from '../../../access/pim/ask.ts'
import { moneyWords } from '../../../accounts/updates/words.ts'
import type { ApprovalItem } from '../schemas.ts'

export interface Changes {
  changes: EvidenceChange[]
  /** Null: it costs nothing of its own. */
  cost: EvidenceCost | null
}

const day = (at: Date) => at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
const later = (at: Date, hours: number) => new Date(at.getTime() + hours * 3_600_000)

/** What would be otherwise once this is approved, and what it costs then; whatever it is about. */
export function changesOf(db: Db, item: ApprovalItem): Promise<Changes> | Changes {
  if (item.request) return ofAccountRequest(db, item.request)
  if (item.update) return ofAccountUpdate(item.update)
  if (item.access) return ofAccess(db, item.requester.id, { ...item.access, home: 'account' })
  if (item.sandboxAccess) return ofAccess(db, item.requester.id, { ...item.sandboxAccess, home: 'sandbox' })
  if (item.activation) return ofActivation(db, item.requester.id, item.activation)
  if (item.sandboxRequest) return ofSandboxRequest(db, item.requester.id, item.sandboxRequest)
  if (item.policyChange)
    return {
      changes: item.policyChange.lines.map(({ place, before, after }) => ({ label: place, before: before ?? '', after: after ?? '' })),
      cost: null,
    }
  return { changes: [], cost: null }
}

async function ofAccountRequest(db: Db, request: NonNullable<ApprovalItem['request']>): Promise<Changes> {
  const { currency } = request.budget
  const family = await db
    .selectFrom('accounts')
    .select((eb) => [eb.fn.countAll<number>().as('accounts'), sql<number>`coalesce(sum(budget_amount), 0)::bigint`.as('budget')])
    .where('family_id', '=', request.family.id)
    .where('status', '=', 'active')
    .executeTakeFirstOrThrow()
  const [before, accounts] = [Number(family.budget), Number(family.accounts)]
  const after = before + request.budget.amount
  return {
    changes: [
      { label: 'Account', before: '', after: request.name },
      { label: `Accounts of ${request.family.name}`, before: String(accounts), after: String(accounts + 1) },
      {
        label: 'Budgets of the family, a month',
        before: moneyWords({ amount: before, currency }),
        after: moneyWords({ amount: after, currency }),
      },
    ],
    cost: { before: { amount: 0, currency }, after: { amount: request.budget.amount, currency }, per: 'month' },
  }
}

function ofAccountUpdate({ diff, price }: NonNullable<ApprovalItem['update']>): Changes {
  return {
    changes: diff.map(({ label, before, after }) => ({ label, before: before ?? '', after: after ?? '' })),
    cost: price && { before: price.before, after: price.after, per: 'month' },
  }
}

interface Asked {
  id: string
  home: 'account' | 'sandbox'
  group: { id: string; name: string }
  durationHours: number | null
  extends: boolean
}

async function ofAccess(db: Db, requesterId: string, asked: Asked): Promise<Changes> {
  const { rows } = await sql<{ held: string[]; until: Date | null }>`
    select array(
        select distinct h.name from group_assignments m join access_groups h on h.id = m.group_id
        where m.person_id = ${requesterId} and m.status in ('scheduled', 'granting', 'active', 'revoking')
          and (h.account_id = g.account_id or h.sandbox_id = g.sandbox_id) order by 1 limit 20) as held,
      (select m.ends_at from group_assignments m where m.id = r.extends_assignment_id) as until
    from access_requests r join access_groups g on g.id = r.group_id where r.id = ${asked.id}`.execute(db)
  const { held = [], until = null } = rows[0] ?? {}
  const { group, durationHours } = asked
  const after = held.includes(group.name) ? held : [...held, group.name]
  const changes = [
    {
      label: asked.home === 'account' ? 'Groups in this account' : 'Groups in this sandbox',
      before: held.join(', '),
      after: after.join(', '),
    },
  ]
  const end =
    durationHours === null
      ? 'for good'
      : asked.extends && until
        ? day(later(until, durationHours))
        : `${hoursInWords(durationHours)} from approval`
  changes.push({ label: 'Ends', before: asked.extends && until ? day(until) : '', after: end })
  return { changes, cost: null }
}

async function ofActivation(
  db: Db,
  requesterId: string,
  { id, role, account, minutes, startsAt, askedUntil }: NonNullable<ApprovalItem['activation']>,
): Promise<Changes> {
  if (askedUntil && startsAt) {
    const asked = (Date.parse(askedUntil) - Date.parse(startsAt)) / 60_000
    return { changes: [{ label: `${role} for`, before: inHours(minutes), after: inHours(asked) }], cost: null }
  }
  const active = await db
    .selectFrom('pim_activations')
    .select('role_name')
    .where('person_id', '=', requesterId)
    .where('account_id', '=', account.id)
    .where('id', '<>', id)
    .where('status', 'in', ['sending', 'scheduled', 'active'])
    .orderBy('role_name')
    .limit(20)
    .execute()
  const before = active.map(({ role_name }) => role_name)
  return {
    changes: [
      { label: 'Privileged roles here', before: before.join(', '), after: [...new Set([...before, role])].join(', ') },
      { label: `${role} for`, before: '', after: inHours(minutes) },
    ],
    cost: null,
  }
}

async function ofSandboxRequest(db: Db, requesterId: string, request: NonNullable<ApprovalItem['sandboxRequest']>): Promise<Changes> {
  const { amount, currency } = request.budget
  const money = (value: number) => moneyWords({ amount: value, currency })
  if (request.kind === 'extension' && request.sandboxId) {
    const sandbox = await db
      .selectFrom('sandboxes')
      .select(['lease_end', 'budget_limit'])
      .where('id', '=', request.sandboxId)
      .executeTakeFirstOrThrow()
    const limit = sandbox.budget_limit
    const changes = [{ label: 'May spend', before: money(limit), after: money(limit + amount) }]
    if (sandbox.lease_end)
      changes.unshift({ label: 'Ends', before: day(sandbox.lease_end), after: day(later(sandbox.lease_end, request.hours)) })
    return { changes, cost: { before: { amount: limit, currency }, after: { amount: limit + amount, currency }, per: 'whole' } }
  }
  const { live } = await db
    .selectFrom('sandboxes')
    .select((eb) => eb.fn.countAll<number>().as('live'))
    .where('requester_id', '=', requesterId)
    .where('status', 'not in', ['deleted', 'quarantined'])
    .executeTakeFirstOrThrow()
  return {
    changes: [
      { label: 'Sandboxes of the requester', before: String(live), after: String(Number(live) + 1) },
      { label: 'May spend', before: '', after: money(amount) },
      { label: 'Lives', before: '', after: `${hoursInWords(request.hours)} from when it is ready` },
    ],
    cost: { before: { amount: 0, currency }, after: { amount, currency }, per: 'whole' },
  }
}
