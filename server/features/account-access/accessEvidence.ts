import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Clients } from '../../clients/clients.ts'
import type { Db } from '../../db/database.ts'
import type { ApprovalWithEvidence } from '../account-approvals/schemas.ts'
import { type GroupsOutside, groupsOutside } from '../account-groups/directory.ts'
import { people } from '../people/queries.ts'
import { accessRequestKind } from './submit.ts'

type Evidence = Static<typeof ApprovalWithEvidence>['evidence']

/** Before the decision is shown: who is in the groups of the account that an approval is about, when it is about access. */
export async function accessOutside({ db, clients }: { db: Db; clients: Clients }, approvalId: string): Promise<GroupsOutside | undefined> {
  const approval = await db.selectFrom('approvals').select(['subject_kind', 'account_id']).where('id', '=', approvalId).executeTakeFirst()
  if (approval?.subject_kind !== accessRequestKind || !approval.account_id) return undefined
  return groupsOutside({ db, clients }, approval.account_id)
}

/** What an owner needs to decide on access: what the person holds already, and who else is in the group. */
export async function accessEvidence(db: Db, requestId: string, outside: GroupsOutside | undefined): Promise<Evidence> {
  const row = await db
    .selectFrom('access_requests as r')
    .innerJoin('access_groups as g', 'g.id', 'r.group_id')
    .innerJoin('accounts as a', 'a.id', 'g.account_id')
    .innerJoin('people as p', 'p.id', 'r.requester_id')
    .select(['r.requester_id', 'r.justification', 'r.duration_hours', 'r.group_id', 'g.directory_group_id', 'g.roles', 'g.assignment'])
    .select([
      'a.id as account_id',
      'a.name',
      'a.environment',
      'a.data_classification',
      'a.family_id',
      'a.budget',
      'a.status',
      'p.department',
    ])
    .select(people(sql`account_owners`, sql`l.account_id = a.id`).as('owners'))
    .where('r.id', '=', requestId)
    .executeTakeFirstOrThrow()
  const requesterId = row.requester_id
  const [groups, counts, similar] = await Promise.all([
    db
      .selectFrom('access_groups')
      .select(['name', 'directory_group_id'])
      .where('account_id', '=', row.account_id)
      .where('status', '<>', 'deleted')
      .orderBy('name')
      .limit(200)
      .execute(),
    sql<{ owned: number; owned_in_family: number; family_accounts: number; family_budget: number }>`
      select (select count(*) from account_owners o join accounts a on a.id = o.account_id where o.person_id = ${requesterId} and a.status = 'active') as owned,
        (select count(*) from account_owners o join accounts a on a.id = o.account_id where o.person_id = ${requesterId} and a.family_id = ${row.family_id} and a.status = 'active') as owned_in_family,
        count(*) as family_accounts, coalesce(sum(budget_amount), 0)::bigint as family_budget
      from accounts where family_id = ${row.family_id} and status = 'active'`.execute(db),
    sql<{ id: string; reference: string; name: string; outcome: string; requester: string; at: Date; waited: number }>`
      select r.id, r.reference, g.name, a.status as outcome, p.display_name as requester, a.closed_at as at, extract(epoch from a.closed_at - a.opened_at)::float8 / 3600 as waited
      from approvals a join access_requests r on r.id = a.subject_id join access_groups g on g.id = r.group_id join people p on p.id = r.requester_id
      where a.subject_kind = ${accessRequestKind} and a.closed_at is not null and a.status <> 'cancelled' and r.id <> ${requestId} and g.account_id = ${row.account_id}
      order by (g.id = ${row.group_id}) desc, a.closed_at desc limit 5`.execute(db),
  ])
  const membersOf = (id: string | null) => (id ? outside?.members?.value.get(id)?.members : undefined)
  const inGroup = membersOf(row.directory_group_id)
  const held = groups.filter((group) => membersOf(group.directory_group_id)?.some(({ id }) => id === requesterId)).map(({ name }) => name)
  const unknown = 'The directory does not answer at the moment.'
  const count = counts.rows[0]!
  const { currency } = row.budget
  return {
    facts: [
      { label: 'Account', value: row.name },
      { label: 'Environment', value: row.environment },
      { label: 'Data', value: row.data_classification },
      {
        label: 'Roles',
        value: `${row.roles.map((role) => role.roleName).join(', ')}${row.assignment === 'eligible' ? ', to be taken for a while' : ''}`,
      },
      { label: 'For how long', value: row.duration_hours === null ? 'for good' : hoursInWords(row.duration_hours) },
      { label: 'Holds here already', value: outside?.members ? held.join(', ') || 'nothing' : unknown },
      { label: 'In the group now', value: inGroup ? namesInWords(inGroup.map((member) => member.displayName ?? member.id)) : unknown },
    ],
    purpose: row.justification,
    owners: row.owners,
    monthlyBudget: { amount: row.budget.amount, currency },
    catalogueEstimate: { amount: 0, currency },
    flags: flagsFor(row),
    requesterOwns: { accounts: count.owned, inFamily: count.owned_in_family },
    familyBudget: { accounts: count.family_accounts, monthly: { amount: count.family_budget, currency } },
    similar: similar.rows.map(({ at, waited, ...rest }) => ({ ...rest, at: at.toISOString(), waitedHours: waited })),
  }
}

const mostNames = 8

function namesInWords(names: string[]): string {
  if (names.length === 0) return 'nobody'
  const sorted = names.toSorted((one, other) => one.localeCompare(other))
  return sorted.length > mostNames ? `${sorted.slice(0, mostNames).join(', ')} and ${sorted.length - mostNames} more` : sorted.join(', ')
}

function hoursInWords(hours: number): string {
  const [amount, unit] = hours % 24 === 0 ? [hours / 24, 'day'] : [hours, 'hour']
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`
}

interface FlagFacts {
  status: string
  environment: string
  data_classification: string
  duration_hours: number | null
  department: string | null
  roles: { roleName: string }[]
  owners: { department: string | null }[]
}

function flagsFor({ status, environment, data_classification, duration_hours, department, roles, owners }: FlagFacts): Evidence['flags'] {
  const flags: Evidence['flags'] = []
  const changes = roles.some(({ roleName }) => !/reader|user$/i.test(roleName))
  if (status !== 'active') flags.push({ tone: 'bad', text: `The account is ${status} by now; this can only be rejected.` })
  if (environment === 'production' && changes) flags.push({ tone: 'warn', text: 'It lets one change things in production.' })
  if (data_classification === 'restricted') flags.push({ tone: 'warn', text: 'The account holds restricted data.' })
  if (duration_hours === null && changes) flags.push({ tone: 'info', text: 'It is asked for without an end.' })
  if (department && !owners.some((owner) => owner.department === department))
    flags.push({ tone: 'info', text: `The requester works in ${department}, none of the owners does.` })
  return flags
}
