import { sql } from 'kysely'
import type { Evidence } from '../../../approvals/evidence.ts'
import type { Db } from '../../../db/database.ts'
import type { AccountStatus, AccountUpdateChange } from '../../../db/tables.ts'
import { people } from '../../../people/queries.ts'
import { ownershipEvidence } from '../accounts/ownershipEvidence.ts'
import { statusPhrases } from '../accounts/policy.ts'
import { loadAccountReach } from '../health/reach.ts'
import { budgetWarningsOf } from './budgetWarnings.ts'
import { loadUpdateSummaries } from './queries.ts'
import type { AccountUpdateSummary } from './schemas.ts'
import { currentServicesOf } from './services.ts'

export async function accountUpdateEvidence({ db }: { db: Db }, updateId: string): Promise<Evidence> {
  const [update] = await loadUpdateSummaries(db, sql<boolean>`u.id = ${updateId}`)
  if (!update) throw new Error(`There is no account change ${updateId}.`)
  const requesterId = update.requester.id
  const [account, services, { change }] = await Promise.all([
    db
      .selectFrom('accounts as a')
      .selectAll('a')
      .select(people(sql`account_owners`, sql`l.account_id = a.id`).as('owners'))
      .where('a.id', '=', update.account.id)
      .executeTakeFirstOrThrow(),
    currentServicesOf(db, update.account.id),
    db.selectFrom('account_updates').select('change').where('id', '=', updateId).executeTakeFirstOrThrow(),
  ])
  const [ownership, reach, similar] = await Promise.all([
    ownershipEvidence(db, { requesterId, familyId: account.family_id, currency: account.budget.currency }),
    loadAccountReach(db, account.id),
    sql<{ id: string; reference: string; name: string; outcome: string; requester: string; at: Date; waited: number }>`
      with recent as (
        select u.id, u.reference, u.requester_id, u.account_id, c.name
        from accounts c cross join lateral (select * from account_updates u where u.account_id = c.id and u.kind = ${update.kind}
          order by u.created_at desc, u.id desc limit 6) u
        where c.family_id = ${account.family_id} and u.id <> ${update.id}
        order by (u.account_id = ${account.id}) desc, u.created_at desc limit 50
      )
      select u.id, u.reference, u.name, a.status as outcome, p.display_name as requester, a.closed_at as at, extract(epoch from a.closed_at - a.opened_at)::float8 / 3600 as waited
      from recent u join approvals a on a.subject_kind = 'accountUpdate' and a.subject_id = u.id join people p on p.id = u.requester_id
      where a.closed_at is not null and a.status <> 'cancelled'
      order by (u.account_id = ${account.id}) desc, a.closed_at desc limit 5`.execute(db),
  ])
  const { budget } = account
  const now = services.reduce((sum, item) => sum + item.monthly, 0)
  return {
    changes: update.diff.map(({ label, before, after }) => ({ label, before: before ?? '', after: after ?? '', requested: true })),
    cost: update.price && { before: update.price.before, after: update.price.after, per: 'month' },
    facts: [
      { label: 'Account', value: account.name },
      { key: 'environment', label: 'Environment', value: account.environment },
      { key: 'dataClassification', label: 'Data classification', value: account.data_classification },
      { label: 'Criticality', value: account.criticality.replace('tier', 'Tier ') },
      { label: 'Cost centre', value: account.cost_centre },
      { label: 'Current services', value: services.map((item) => item.name).join(', ') || 'None' },
    ],
    purpose: update.reason,
    owners: account.owners,
    monthlyBudget: { amount: budget.amount, currency: budget.currency },
    catalogueEstimate: { amount: update.price?.after.amount ?? now, currency: budget.currency },
    flags: [...flagsFor(update, account), ...dryRunFlags(change)],
    ...ownership,
    ...reach,
    similar: similar.rows.map(({ at, waited, ...rest }) => ({ ...rest, at: at.toISOString(), waitedHours: waited })),
  }
}

function flagsFor(
  { kind, price, requester }: AccountUpdateSummary,
  account: { status: AccountStatus; environment: string; budget: { amount: number }; owners: { id: string }[] },
): Evidence['flags'] {
  const flags: Evidence['flags'] = []
  if (account.status !== 'active')
    flags.push({ tone: 'bad', text: `The account ${statusPhrases[account.status]}, so you can only reject this request.` })
  for (const text of budgetWarningsOf(price, account.budget)) flags.push({ key: 'spend', tone: 'warn', text })
  if (kind === 'decommission' && account.environment === 'production')
    flags.push({ tone: 'warn', text: 'The account is a production account.' })
  if (!account.owners.some((owner) => owner.id === requester.id))
    flags.push({ tone: 'info', text: 'The requester doesn’t own the account.' })
  return flags
}

/** The request stores the warnings of its dry run, because what uses the account can’t be read after the removal. */
function dryRunFlags({ before }: AccountUpdateChange): Evidence['flags'] {
  const { warnings = [] } = before as { warnings?: string[] }
  return warnings.map((text) => ({ tone: 'warn', text }))
}
