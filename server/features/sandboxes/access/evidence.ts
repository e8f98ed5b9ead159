import { sql } from 'kysely'
import type { Evidence } from '../../../approvals/evidence.ts'
import type { Db } from '../../../db/database.ts'
import { formatDay, formatHours } from '../../../format.ts'
import { people } from '../../../people/queries.ts'
import { accessChanges } from '../../access/assignments/accessChanges.ts'
import { accessEvidenceLabels, listNames } from '../../access/assignments/accessLabels.ts'
import { sandboxAccessRequestKind } from '../../access/assignments/submit.ts'
import { describeSandbox } from '../sandboxes/states.ts'
import { liveGrants } from './members.ts'

export async function sandboxAccessEvidence({ db, now }: { db: Db; now: Date }, requestId: string): Promise<Evidence> {
  const row = await db
    .selectFrom('access_requests as r')
    .innerJoin('access_groups as g', 'g.id', 'r.group_id')
    .innerJoin('sandboxes as s', 's.id', 'r.sandbox_id')
    .innerJoin('people as p', 'p.id', 'r.requester_id')
    .leftJoin('group_assignments as m', 'm.id', 'r.extends_assignment_id')
    .select(['r.requester_id', 'r.justification', 'r.duration_hours', 'r.group_id', 'r.sandbox_id', 'r.extends_assignment_id', 'g.roles'])
    .select(['m.ends_at as until', 's.name', 's.status', 's.lease_end', 's.terms', 's.budget_limit', 's.spent', 's.currency'])
    .select(['p.department', 'p.active'])
    .select(people(sql`sandbox_owners`, sql`l.sandbox_id = s.id`).as('owners'))
    .where('r.id', '=', requestId)
    .executeTakeFirstOrThrow()
  const [changes, currentGrants, similar] = await Promise.all([
    accessChanges(db, requestId),
    db
      .selectFrom('group_assignments as m')
      .innerJoin('access_groups as g', 'g.id', 'm.group_id')
      .innerJoin('people as p', 'p.id', 'm.person_id')
      .select(['m.person_id', 'm.group_id', 'g.name', 'p.display_name', 'p.department'])
      .where('g.sandbox_id', '=', row.sandbox_id!)
      .where('m.status', 'in', liveGrants)
      .execute(),
    sql<{ id: string; reference: string; name: string; outcome: string; requester: string; at: Date; waited: number }>`
      select r.id, r.reference, g.name, a.status as outcome, p.display_name as requester, a.closed_at as at,
        extract(epoch from a.closed_at - a.opened_at)::float8 / 3600 as waited
      from approvals a join access_requests r on r.id = a.subject_id join access_groups g on g.id = r.group_id join people p on p.id = r.requester_id
      where a.subject_kind = ${sandboxAccessRequestKind} and a.closed_at is not null and a.status <> 'cancelled' and r.id <> ${requestId}
        and r.sandbox_id = ${row.sandbox_id}
      order by (g.id = ${row.group_id}) desc, a.closed_at desc limit 5`.execute(db),
  ])
  const owners = new Set(row.owners.map(({ id }) => id))
  const personIds = new Set(currentGrants.map((grant) => grant.person_id))
  const members = new Set([...personIds].filter((id) => !owners.has(id)))
  const groupNames = [...new Set(currentGrants.filter((grant) => grant.person_id === row.requester_id).map(({ name }) => name))]
  const inGroup = [...new Set(currentGrants.filter((grant) => grant.group_id === row.group_id).map((grant) => grant.display_name))]
  const department = currentGrants.filter((grant) => row.department !== null && grant.department === row.department).length
  const isFull = members.size >= row.terms.maxMembers && !members.has(row.requester_id)
  return {
    changes,
    cost: null,
    facts: [
      { label: 'Sandbox', value: describeSandbox(row, now) },
      { label: 'Roles', value: row.roles.map((role) => role.roleName).join(', ') },
      {
        label: row.extends_assignment_id ? 'Extension by' : 'Duration',
        value: row.duration_hours === null ? 'until the sandbox ends' : formatHours(row.duration_hours),
        requested: true,
      },
      ...(row.until ? [{ label: 'Has access until', value: formatDay(row.until) }] : []),
      ...(row.lease_end ? [{ label: 'Sandbox ends', value: formatDay(row.lease_end) }] : []),
      { label: accessEvidenceLabels.currentAccess, value: groupNames.join(', ') || 'None' },
      { key: 'members', label: accessEvidenceLabels.members, value: listNames(inGroup) },
      { label: 'Members', value: `${members.size} of at most ${row.terms.maxMembers}` },
      { label: 'Budget used', value: `${Math.floor((row.spent * 100) / row.budget_limit)}%` },
    ],
    purpose: row.justification,
    owners: row.owners,
    monthlyBudget: { amount: row.budget_limit, currency: row.currency },
    catalogueEstimate: { amount: 0, currency: row.currency },
    flags: [
      ...(row.status === 'active' || row.status === 'frozen'
        ? []
        : [{ tone: 'bad' as const, text: `The sandbox isn’t active (status: ${row.status}), so you can only reject this request.` }]),
      ...(row.active ? [] : [{ tone: 'bad' as const, text: 'The requester was disabled in the directory.' }]),
      ...(isFull ? [{ tone: 'warn' as const, text: 'The sandbox has the maximum number of members.' }] : []),
      ...(row.department && department === 0
        ? [
            {
              key: 'members' as const,
              tone: 'info' as const,
              text: `The requester works in ${row.department}; no member of the sandbox does.`,
            },
          ]
        : []),
    ],
    requesterOwns: { accounts: 0, inFamily: 0 },
    familyBudget: { accounts: 0, monthly: { amount: 0, currency: row.currency } },
    reach: [{ label: 'People with access', value: String(personIds.size) }],
    similar: similar.rows.map(({ at, waited, ...rest }) => ({ ...rest, at: at.toISOString(), waitedHours: waited })),
  }
}
