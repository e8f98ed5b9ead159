import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { PolicyStage } from '../db/tables.ts'
import { Failure } from '../http/errors.ts'
import type { ApprovalFacts } from './subject.ts'

const hoursToDecide = 14 * 24

/** The active policy of a kind of request. @throws conflict when there is none: without a policy nothing is approved. */
async function activePolicy(db: Db, subjectKind: string) {
  const policy = await db
    .selectFrom('approval_policies')
    .selectAll()
    .where('subject_kind', '=', subjectKind)
    .where('active', '=', true)
    .executeTakeFirst()
  if (!policy) throw new Failure('conflict', 'No approval policy is active for this kind of request. Ask an administrator to activate one.')
  return policy
}

function applies(stage: PolicyStage, facts: ApprovalFacts): boolean {
  const { environments, restrictedItems, updateKinds } = stage.onlyFor ?? {}
  if (environments && !environments.some((environment) => environment === facts.environment)) return false
  if (updateKinds && !updateKinds.some((kind) => kind === facts.updateKind)) return false
  return restrictedItems === undefined || restrictedItems === facts.restrictedItems
}

/** Whether anybody has to decide on a request with these facts: false when no stage of the active policy applies. */
export async function needsApproval(db: Db, subjectKind: string, facts: ApprovalFacts): Promise<boolean> {
  const policy = await activePolicy(db, subjectKind)
  return policy.stages.some((stage) => applies(stage, facts))
}

export interface StagePreview {
  name: string
  minimum: number
  /** Active people who could decide if it were opened now; the requester is never among them. */
  personIds: string[]
  /** They stand in because the rule itself names nobody able to decide. */
  fallback: boolean
  /** From this installation's own last 180 days. */
  usualWait: { medianHours: number; p90Hours: number; decisions: number } | null
}

/** The exact stages a request with these facts would go through, and who could decide on each. */
export async function previewApproval(db: Db, subjectKind: string, requesterId: string, facts: ApprovalFacts): Promise<StagePreview[]> {
  const policy = await activePolicy(db, subjectKind)
  const stages = policy.stages.filter((stage) => applies(stage, facts))
  return Promise.all(
    stages.map(async (stage) => {
      const [people, wait] = await Promise.all([
        sql<{
          person_id: string
          fallback: boolean
        }>`select person_id, fallback from rule_people(${JSON.stringify(stage.rule)}::jsonb, ${facts.towerId}, ${facts.familyId}, ${facts.catalogueItemIds}::uuid[], ${requesterId}, ${facts.accountId ?? null}, ${facts.sandboxId ?? null})`.execute(
          db,
        ),
        sql<{ median: number | null; p90: number | null; decisions: number }>`
          select percentile_cont(0.5) within group (order by waited) as median, percentile_cont(0.9) within group (order by waited) as p90, count(*) as decisions
          from (select extract(epoch from closed_at - opened_at)::float8 / 3600 as waited from approval_stages
                where name = ${stage.name} and status = 'approved' and closed_at > now() - interval '180 days' order by closed_at desc limit 1000) recent`.execute(
          db,
        ),
      ])
      const { median, p90, decisions } = wait.rows[0]!
      return {
        name: stage.name,
        minimum: stage.minimum,
        personIds: people.rows.map((row) => row.person_id),
        fallback: people.rows[0]?.fallback ?? false,
        usualWait: median === null || p90 === null ? null : { medianHours: median, p90Hours: p90, decisions },
      }
    }),
  )
}

interface Opening {
  subjectKind: string
  subjectId: string
  requesterId: string
  facts: ApprovalFacts
  now: Date
  /** What somebody else's rules say of this very request, in place of the stages of the policy. */
  given?: { stages: PolicyStage[]; hoursToDecide: number }
}

/** Opens a round of approval for a subject that has none pending: every applicable stage written down, the first one open. */
export async function openApproval(db: Db, approval: Opening): Promise<string> {
  const { subjectKind, subjectId, requesterId, facts, now, given } = approval
  const policy = await activePolicy(db, subjectKind)
  const stages = given?.stages ?? policy.stages.filter((stage) => applies(stage, facts))
  if (stages.length === 0)
    throw new Failure('conflict', `The policy “${policy.name}” has no stage for this request. Ask an administrator to mend it.`)
  const id = randomUUIDv7()
  await db
    .insertInto('approvals')
    .values({
      id,
      subject_kind: subjectKind,
      subject_id: subjectId,
      requester_id: requesterId,
      policy_id: policy.id,
      policy_version: policy.version,
      tower_id: facts.towerId,
      family_id: facts.familyId,
      catalogue_item_ids: facts.catalogueItemIds,
      account_id: facts.accountId ?? null,
      sandbox_id: facts.sandboxId ?? null,
      stage: 1,
      opened_at: now,
      due_at: new Date(now.getTime() + (given?.hoursToDecide ?? hoursToDecide) * 3_600_000),
      closed_at: null,
    })
    .execute()
  await db
    .insertInto('approval_stages')
    .values(
      stages.map((stage, index) => ({
        approval_id: id,
        stage: index + 1,
        name: stage.name,
        rule: JSON.stringify(stage.rule),
        minimum: stage.minimum,
        status: index === 0 ? ('open' as const) : ('waiting' as const),
        opened_at: index === 0 ? now : null,
        closed_at: null,
      })),
    )
    .execute()
  return id
}

/** Closes whatever round is pending, because the request was changed or taken back: no vote given in it counts any more. */
export async function cancelApproval(db: Db, subjectKind: string, subjectId: string, now: Date): Promise<void> {
  const closed = await db
    .updateTable('approvals')
    .set({ status: 'cancelled', closed_at: now, version: sql`version + 1` })
    .where('subject_kind', '=', subjectKind)
    .where('subject_id', '=', subjectId)
    .where('status', '=', 'pending')
    .returning('id')
    .execute()
  for (const { id } of closed) await closeStages(db, id, 'cancelled', now)
}

export async function closeStages(db: Db, approvalId: string, status: 'cancelled' | 'expired', now: Date): Promise<void> {
  await db
    .updateTable('approval_stages')
    .set({ status, closed_at: now })
    .where('approval_id', '=', approvalId)
    .where('status', 'in', ['open', 'waiting'])
    .execute()
}
