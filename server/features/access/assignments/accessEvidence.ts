import { sql } from 'kysely'
import type { Evidence } from '../../../approvals/evidence.ts'
import type { Db } from '../../../db/database.ts'
import { formatDay, formatHours } from '../../../format.ts'
import { people } from '../../../people/queries.ts'
import { ownershipEvidence } from '../../accounts/accounts/ownershipEvidence.ts'
import { loadAccountReach } from '../../accounts/health/reach.ts'
import { conflictsOf } from '../groups/conflicts.ts'
import { accessChanges } from './accessChanges.ts'
import { accessEvidenceLabels, conflictPhrases, describeLastUse, listNames } from './accessLabels.ts'
import { describePeers } from './accessPeers.ts'
import type { ExternalAccessFacts } from './externalFacts.ts'
import { lastUseDays } from './lastUse.ts'
import { accessRequestKind } from './submit.ts'

const dayMs = 86_400_000

export async function accessEvidence(
  { db, now, externalFacts }: { db: Db; now: Date; externalFacts?: ExternalAccessFacts | undefined },
  requestId: string,
): Promise<Evidence> {
  const directoryGroups = externalFacts?.groups
  const row = await db
    .selectFrom('access_requests as r')
    .innerJoin('access_groups as g', 'g.id', 'r.group_id')
    .innerJoin('accounts as a', 'a.id', 'g.account_id')
    .innerJoin('people as p', 'p.id', 'r.requester_id')
    .leftJoin('group_assignments as m', 'm.id', 'r.extends_assignment_id')
    .select(['r.requester_id', 'r.justification', 'r.duration_hours', 'r.group_id', 'g.directory_group_id', 'g.roles', 'g.assignment'])
    .select(['r.conflicts', 'r.extends_assignment_id', 'm.starts_at as since', 'm.ends_at as until', 'g.breadth'])
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
  const requestedGroup = { id: row.group_id, accountId: row.account_id, directoryGroupId: row.directory_group_id, breadth: row.breadth }
  const [changed, peers, conflicts, groups, ownership, reach, similar] = await Promise.all([
    accessChanges(db, requestId),
    describePeers(db, requesterId, requestedGroup, directoryGroups),
    conflictsOf(db, row.group_id, requesterId),
    db
      .selectFrom('access_groups')
      .select(['name', 'directory_group_id'])
      .where('account_id', '=', row.account_id)
      .where('status', '<>', 'deleted')
      .orderBy('name')
      .limit(200)
      .execute(),
    ownershipEvidence(db, { requesterId, familyId: row.family_id, currency: row.budget.currency }),
    loadAccountReach(db, row.account_id),
    sql<{ id: string; reference: string; name: string; outcome: string; requester: string; at: Date; waited: number }>`
      select r.id, r.reference, g.name, a.status as outcome, p.display_name as requester, a.closed_at as at, extract(epoch from a.closed_at - a.opened_at)::float8 / 3600 as waited
      from approvals a join access_requests r on r.id = a.subject_id join access_groups g on g.id = r.group_id join people p on p.id = r.requester_id
      where a.subject_kind = ${accessRequestKind} and a.closed_at is not null and a.status <> 'cancelled' and r.id <> ${requestId} and g.account_id = ${row.account_id}
      order by (g.id = ${row.group_id}) desc, a.closed_at desc limit 5`.execute(db),
  ])
  const membersOf = (id: string | null) => (id ? directoryGroups?.members?.value.get(id)?.members : undefined)
  const inGroup = membersOf(row.directory_group_id)
  const requesterGroups = groups
    .filter((group) => membersOf(group.directory_group_id)?.some(({ id }) => id === requesterId))
    .map(({ name }) => name)
  const noDirectoryLabel = accessEvidenceLabels.noDirectory
  const lastUse = externalFacts?.lastUse?.get(requesterId)
  const changes = row.roles.some(({ roleName }) => canChangeResources(roleName))
  const use = !externalFacts?.lastUse ? accessEvidenceLabels.noAzure : describeLastUse(lastUse)
  // New access might not have been used yet.
  const isUnusedAccess =
    changes && externalFacts?.lastUse !== undefined && !lastUse && row.since !== null && now.getTime() - row.since.getTime() > 14 * dayMs
  const { currency } = row.budget
  return {
    changes: changed,
    cost: null,
    facts: [
      { label: 'Account', value: row.name },
      { key: 'environment', label: 'Environment', value: row.environment },
      { key: 'dataClassification', label: 'Data classification', value: row.data_classification },
      {
        label: 'Roles',
        value: `${row.roles.map((role) => role.roleName).join(', ')}${row.assignment === 'eligible' ? ', eligible' : ''}`,
      },
      {
        label: row.extends_assignment_id ? 'Extension by' : 'Duration',
        value: row.duration_hours === null ? 'permanent' : formatHours(row.duration_hours),
        requested: true,
      },
      ...(row.until ? [{ label: 'Has access until', value: formatDay(row.until) }] : []),
      ...(externalFacts
        ? [
            {
              label: accessEvidenceLabels.currentAccess,
              value: directoryGroups?.members ? requesterGroups.join(', ') || 'None' : noDirectoryLabel,
            },
            { label: accessEvidenceLabels.lastUsed, value: use },
            {
              key: 'members' as const,
              label: accessEvidenceLabels.members,
              value: inGroup ? listNames(inGroup.map((member) => member.displayName ?? member.id)) : noDirectoryLabel,
            },
            { key: 'members' as const, label: accessEvidenceLabels.team, value: peers?.text ?? noDirectoryLabel },
          ]
        : []),
    ],
    purpose: row.justification,
    owners: row.owners,
    monthlyBudget: { amount: row.budget.amount, currency },
    catalogueEstimate: { amount: 0, currency },
    flags: flagsFor(row, [...row.conflicts, ...conflicts], { alone: peers?.alone ?? false, unused: isUnusedAccess }),
    ...ownership,
    ...reach,
    similar: similar.rows.map(({ at, waited, ...rest }) => ({ ...rest, at: at.toISOString(), waitedHours: waited })),
  }
}

const canChangeResources = (roleName: string) => !/reader|user$/i.test(roleName)

interface FlagFacts {
  status: string
  environment: string
  data_classification: string
  duration_hours: number | null
  department: string | null
  roles: { roleName: string }[]
  owners: { department: string | null }[]
}

function flagsFor(
  { status, environment, data_classification, duration_hours, department, roles, owners }: FlagFacts,
  conflicts: { groupId: string; name: string; reason: string; holds: 'member' | 'requested' }[],
  { alone, unused: isUnusedAccess }: { alone: boolean; unused: boolean },
): Evidence['flags'] {
  const flags: Evidence['flags'] = []
  const changes = roles.some(({ roleName }) => canChangeResources(roleName))
  if (status !== 'active') flags.push({ tone: 'bad', text: `The account isn’t active, so you can only reject this request.` })
  for (const { name, reason, holds } of new Map(conflicts.map((each) => [each.groupId, each])).values()) {
    flags.push({
      tone: 'bad',
      text: `A separation-of-duties rule applies: ${conflictPhrases[holds]} ${name}. ${reason} To approve it, add a comment.`,
    })
  }
  if (environment === 'production' && changes) flags.push({ tone: 'warn', text: accessEvidenceLabels.changesProduction })
  if (data_classification === 'restricted') flags.push({ tone: 'warn', text: 'The account holds restricted data.' })
  if (isUnusedAccess)
    flags.push({ tone: 'warn', text: `The requester already has this access and made no changes in this account in ${lastUseDays} days.` })
  if (duration_hours === null && changes) flags.push({ tone: 'info', text: 'The requested access has no end date.' })
  if (alone && changes) flags.push({ key: 'members', tone: 'info', text: accessEvidenceLabels.noTeamAccess })
  if (department && !owners.some((owner) => owner.department === department))
    flags.push({ tone: 'info', text: `The requester works in ${department}; none of the owners does.` })
  return flags
}
