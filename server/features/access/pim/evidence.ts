import { sql } from 'kysely'
import type { Evidence } from '../../../approvals/evidence.ts'
import type { Db } from '../../../db/database.ts'
import { formatMinutes, formatMoment } from '../../../format.ts'
import { people } from '../../../people/queries.ts'
import { ownershipEvidence } from '../../accounts/accounts/ownershipEvidence.ts'
import { loadAccountReach } from '../../accounts/health/reach.ts'
import { requestedExtension } from './extension.ts'
import { openStatuses, pimActivationKind } from './queries.ts'

export const activationEvidenceLabels = { duration: 'Duration', totalDuration: 'Total duration' } as const

export const describeDuration = (minutes: number, maxMinutes: number, addedMinutes: number): string =>
  `${formatMinutes(minutes)} (maximum ${formatMinutes(maxMinutes)})${addedMinutes ? `, ${formatMinutes(addedMinutes)} more than now` : ''}`

export async function activationEvidence({ db }: { db: Db }, activationId: string): Promise<Evidence> {
  const row = await db
    .selectFrom('pim_activations as t')
    .innerJoin('accounts as a', 'a.id', 't.account_id')
    .innerJoin('people as p', 'p.id', 't.person_id')
    .selectAll('t')
    .select(['a.name', 'a.environment', 'a.data_classification', 'a.family_id', 'a.budget', 'a.status as account_status', 'p.department'])
    .select(people(sql`account_owners`, sql`l.account_id = a.id`).as('owners'))
    .where('t.id', '=', activationId)
    .executeTakeFirstOrThrow()
  const extension = await requestedExtension(db, activationId)
  const minutes = extension ? (extension.ends_at!.getTime() - row.starts_at!.getTime()) / 60_000 : row.minutes
  const otherActivations = db
    .selectFrom('pim_activations as o')
    .innerJoin('accounts as a', 'a.id', 'o.account_id')
    .where('o.id', '<>', activationId)
  const [activeRoles, before, ownership, reach, similar] = await Promise.all([
    otherActivations
      .select(['o.role_name', 'a.name', 'o.account_id', 'o.status'])
      .where('o.person_id', '=', row.person_id)
      .where(
        'o.status',
        'in',
        openStatuses.filter((status) => status !== 'pending_approval'),
      )
      .orderBy('o.created_at', 'desc')
      .limit(20)
      .execute(),
    otherActivations
      .select(['o.starts_at', 'o.minutes', 'o.justification'])
      .where('o.person_id', '=', row.person_id)
      .where('o.account_id', '=', row.account_id)
      .where('o.role_definition_id', '=', row.role_definition_id)
      .where('o.status', 'in', ['ended', 'deactivated'])
      .orderBy('o.created_at', 'desc')
      .limit(3)
      .execute(),
    ownershipEvidence(db, { requesterId: row.person_id, familyId: row.family_id, currency: row.budget.currency }),
    loadAccountReach(db, row.account_id),
    sql<{ id: string; name: string; outcome: string; requester: string; at: Date; waited: number }>`
      select t.id, t.role_name || ', ' || c.name as name, a.status as outcome, p.display_name as requester, a.closed_at as at,
        extract(epoch from a.closed_at - a.opened_at)::float8 / 3600 as waited
      from approvals a join pim_activations t on t.id = a.subject_id join accounts c on c.id = t.account_id join people p on p.id = t.person_id
      where a.subject_kind = ${pimActivationKind} and a.closed_at is not null and a.status <> 'cancelled' and t.id <> ${activationId}
        and (t.account_id = ${row.account_id} or t.person_id = ${row.person_id})
      order by (t.role_definition_id = ${row.role_definition_id}) desc, a.closed_at desc limit 5`.execute(db),
  ])
  const { currency } = row.budget
  const rolesInAccount = activeRoles.filter((other) => other.account_id === row.account_id).map((other) => other.role_name)
  const otherAccountRoles = activeRoles
    .filter((other) => other.account_id !== row.account_id)
    .map((other) => `${other.role_name} in ${other.name}`)
  const otherActiveRoles = activeRoles
    .flatMap((other) => (other.account_id === row.account_id && other.status !== 'ending' ? [other.role_name] : []))
    .sort()
  const durationFact = { label: `${row.role_name} for`, before: extension ? formatMinutes(row.minutes) : '', after: formatMinutes(minutes) }
  return {
    changes: extension
      ? [durationFact]
      : [
          {
            label: 'Privileged roles in this account',
            before: otherActiveRoles.join(', '),
            after: [...new Set([...otherActiveRoles, row.role_name])].join(', '),
          },
          durationFact,
        ],
    cost: null,
    facts: [
      { label: 'Account', value: row.name },
      { key: 'environment', label: 'Environment', value: row.environment },
      { key: 'dataClassification', label: 'Data classification', value: row.data_classification },
      { label: 'Role', value: row.role_name, requested: true },
      {
        label: extension ? activationEvidenceLabels.totalDuration : activationEvidenceLabels.duration,
        value: describeDuration(minutes, row.max_minutes, extension ? minutes - row.minutes : 0),
        requested: true,
      },
      { label: extension ? 'Active since' : 'Start', value: row.starts_at ? formatMoment(row.starts_at) : 'after approval' },
      { label: 'Ticket', value: row.ticket_number ? `${row.ticket_number}, looked up in ${row.ticket_system}` : 'None' },
      { label: 'Active roles in this account', value: rolesInAccount.join(', ') || 'None' },
      { label: 'Active roles elsewhere', value: otherAccountRoles.join('; ') || 'None' },
      {
        label: 'Earlier activations in this account',
        value:
          before.map((one) => `${formatMoment(one.starts_at!)} for ${formatMinutes(one.minutes)}: “${one.justification}”`).join('; ') ||
          'None',
      },
    ],
    purpose: extension?.justification ?? row.justification,
    owners: row.owners,
    monthlyBudget: { amount: row.budget.amount, currency },
    catalogueEstimate: { amount: 0, currency },
    flags: flagsFor({ ...row, minutes, first: before.length === 0, elsewhere: otherAccountRoles.length }),
    ...ownership,
    ...reach,
    similar: similar.rows.map(({ at, waited, ...rest }) => ({ ...rest, reference: '', at: at.toISOString(), waitedHours: waited })),
  }
}

interface FlagFacts {
  account_status: string
  environment: string
  data_classification: string
  department: string | null
  minutes: number
  max_minutes: number
  first: boolean
  elsewhere: number
  owners: { department: string | null }[]
}

function flagsFor(facts: FlagFacts): Evidence['flags'] {
  const flags: Evidence['flags'] = []
  const { account_status, environment, data_classification, department, owners } = facts
  if (account_status !== 'active') flags.push({ tone: 'bad', text: `The account isn’t active, so you can only reject this request.` })
  if (environment === 'production') flags.push({ tone: 'warn', text: 'The account is a production account.' })
  if (data_classification === 'restricted') flags.push({ tone: 'warn', text: 'The account holds restricted data.' })
  if (facts.elsewhere > 0) flags.push({ tone: 'info', text: 'The requester has active privileged roles in other accounts.' })
  if (facts.minutes === facts.max_minutes) flags.push({ tone: 'info', text: 'The requested duration is the maximum.' })
  if (facts.first) flags.push({ tone: 'info', text: 'The requester has never activated this role in this account.' })
  if (department && !owners.some((owner) => owner.department === department))
    flags.push({ tone: 'info', text: `The requester works in ${department}; none of the owners does.` })
  return flags
}
