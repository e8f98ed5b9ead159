import { sql } from 'kysely'
import type { Clients } from '../../../../clients/clients.ts'
import type { Db } from '../../../../db/database.ts'
import type { Step } from '../../../../workflows/workflow.ts'
import { lastUses } from '../../assignments/lastUse.ts'
import { recommend } from '../recommend.ts'
import type { ReviewInput } from './reviewInput.ts'

const batchSize = 8

async function inBatches<T>(items: readonly T[], callback: (one: T) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length; from += batchSize) await Promise.all(items.slice(from, from + batchSize).map(callback))
}

/** Looks up managers, because the directory’s changes don’t contain them. If the directory doesn’t respond, the next reviewers decide. */
export const syncReviewManagers: Step<ReviewInput> = {
  name: 'syncManagers',
  title: 'Find the reviewers',
  async run({ db, clients, input }) {
    const { rows } = await sql<{ id: string }>`
      select distinct p.id from access_reviews r
      join access_review_items i on i.review_id = r.id
      join people p on p.id = i.person_id and p.manager_id is null
      where r.id = ${input.reviewId} and r.reviewers = 'managers' order by p.id`.execute(db)
    await inBatches(rows, async ({ id }) => {
      const manager = await clients.graph.getManagerId(id).catch(() => undefined)
      if (manager) await db.updateTable('people').set({ manager_id: manager.toLowerCase() }).where('id', '=', id).execute()
    })
    return {}
  },
}

interface ItemRow {
  id: string
  person_id: string
  subscription_id: string | null
  active: boolean
  department: string | null
  since: Date | null
  /** True if the use of the group’s roles appears in Azure’s activity log. */
  isLogged: boolean
  moved_from: string | null
  peers: number
}

/** Roles whose use never appears in Azure’s activity log, because they allow only reads and data-plane actions. */
const unloggedRolePattern = '(reader|user|data (owner|contributor|reader|sender|receiver))$'

/**
 * Collects the last use of the access and the access of colleagues, and derives recommendations. If Azure doesn’t respond, the last use
 * stays unknown.
 */
export const findEvidence: Step<ReviewInput> = {
  name: 'findEvidence',
  title: 'Read when access was last used',
  async run({ db, clients, input, now }) {
    const { rows } = await sql<ItemRow>`
      select i.id, i.person_id, a.subscription_id, p.active, i.department, i.since,
        exists (select from jsonb_array_elements(g.roles) role where role->>'roleName' !~* ${unloggedRolePattern}) as "isLogged",
        (select m.former_department from department_transfers m where m.person_id = i.person_id and m.former_department is distinct from p.department
          and m.at > coalesce(i.since, ${now()}::timestamptz - interval '180 days') order by m.at desc limit 1) as moved_from,
        (count(*) filter (where i.department is not null) over (partition by i.group_id, i.department))::int
          - (case when i.department is null then 0 else 1 end) as peers
      from access_review_items i
      join access_groups g on g.id = i.group_id
      join accounts a on a.id = g.account_id
      join people p on p.id = i.person_id
      where i.review_id = ${input.reviewId}`.execute(db)
    const lastUsesBySubscription = await usesOf(clients, [...new Set(rows.flatMap((row) => row.subscription_id ?? []))], now())
    const evidenceRows = rows.map((row) => {
      const use = row.subscription_id ? lastUsesBySubscription.get(row.subscription_id) : undefined
      const lastUsedAt = use?.get(row.person_id) ?? null
      const isUseKnown = use !== undefined && row.isLogged
      const { active, department, since, peers, isLogged, moved_from: movedFrom } = row
      const { recommendation, reason } = recommend(
        { active, department, since, lastUsedAt, useKnown: isUseKnown, isLogged, movedFrom },
        now(),
      )
      return { id: row.id, last_used_at: lastUsedAt, use_known: isUseKnown, peers, recommendation, reason }
    })
    await store(db, evidenceRows)
    return { memberships: evidenceRows.length, subscriptions: lastUsesBySubscription.size }
  },
}

async function usesOf(clients: Clients, subscriptionIds: string[], now: Date): Promise<Map<string, Map<string, Date>>> {
  const lastUsesBySubscription = new Map<string, Map<string, Date>>()
  await inBatches(subscriptionIds, async (id) => {
    const use = await lastUses(clients, id, now).catch(() => undefined)
    if (use) lastUsesBySubscription.set(id, use)
  })
  return lastUsesBySubscription
}

async function store(db: Db, evidenceRows: object[]): Promise<void> {
  for (let from = 0; from < evidenceRows.length; from += 1_000)
    await sql`
      update access_review_items i set last_used_at = e.last_used_at, use_known = e.use_known, peers = e.peers,
        recommendation = e.recommendation, recommendation_reason = e.reason
      from json_to_recordset(${JSON.stringify(evidenceRows.slice(from, from + 1_000))})
        as e (id uuid, last_used_at timestamptz, use_known boolean, peers int, recommendation text, reason text)
      where i.id = e.id`.execute(db)
}
