import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { PolicyStage } from '../db/tables.ts'
import { isAbsentInCalendar } from './absence.ts'
import { completeFacts } from './completeFacts.ts'
import { describeCondition } from './describeCondition.ts'
import { evaluateLivePolicy, loadLivePolicy, noStageMessage } from './livePolicy.ts'
import type { UsualWait } from './requestSchemas.ts'
import type { PolicyOverride } from './rules.ts'
import type { ApprovalFacts } from './subject.ts'
import { loadUsualWaits } from './usualWaits.ts'

interface PreviewedPerson {
  personId: string
  onBehalfOf: string | null
  /** Set if the approver has a delegate, or if the calendar shows an absence. */
  away: { until: string | null; byCalendar: boolean } | null
}

interface StagePreview {
  name: string
  minimum: number
  /** Active people who could decide if the stage opened now. The requester is never included. */
  people: PreviewedPerson[]
  fallback: boolean
  usualWait: UsualWait | null
  condition?: string
}

export interface Preview {
  stages: StagePreview[]
  /** Set if a rule decides automatically, or if no rule applies. */
  automatic?: { outcome: 'approved' | 'rejected' | 'noStage'; reason: string }
}

interface PreviewResult {
  subjectKind: string
  requesterId: string
  facts: ApprovalFacts
  now: Date
  override?: PolicyOverride | undefined
}

export async function previewApproval(db: Db, { subjectKind, requesterId, facts, now, override }: PreviewResult): Promise<Preview> {
  const policy = await loadLivePolicy(db, subjectKind)
  const policyResult = evaluateLivePolicy(policy, await completeFacts(db, requesterId, facts, now), override)
  if (policyResult.outcome === 'noStage') return { stages: [], automatic: { outcome: 'noStage', reason: noStageMessage(policy) } }
  if (policyResult.outcome !== 'stages') return { stages: [], automatic: policyResult }
  const names = policyResult.stages.map(({ name }) => name)
  const [usualWaits, ...stages] = await Promise.all([
    loadUsualWaits(db, subjectKind, names, now),
    ...policyResult.stages.map((stage) => previewStage(db, stage, { requesterId, facts, now })),
  ])
  return { stages: stages.map((stage) => ({ ...stage, usualWait: usualWaits.get(stage.name) ?? null })) }
}

const iso = (column: RawBuilder<unknown>) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

async function previewStage(
  db: Db,
  stage: PolicyStage,
  { requesterId, facts, now }: Omit<PreviewResult, 'subjectKind'>,
): Promise<Omit<StagePreview, 'usualWait'>> {
  const people = await sql<PreviewedPerson & { fallback: boolean }>`
      select r.person_id as "personId", r.fallback, r.on_behalf_of as "onBehalfOf",
        case when w.id is not null then json_build_object('until', ${iso(sql`w.ends_at`)}, 'byCalendar', false)
          when c.person_id is not null then json_build_object('until', ${iso(sql`c.ends_at`)}, 'byCalendar', true) end as away
      from resolve_approvers(${JSON.stringify(stage.rule)}::jsonb, null, ${facts.towerId}, ${facts.familyId}, ${facts.catalogueItemIds}::uuid[],
        ${requesterId}, ${facts.accountId ?? null}, ${facts.sandboxId ?? null}, null, null) r
      left join delegations w on w.person_id = r.person_id and w.status = 'live' and (w.ends_at is null or w.ends_at > ${now})
      left join calendars c on c.person_id = r.person_id and ${isAbsentInCalendar(now)}`.execute(db)
  return {
    name: stage.name,
    minimum: stage.minimum,
    people: people.rows.map(({ fallback: _, ...person }) => person),
    fallback: people.rows[0]?.fallback ?? false,
    ...(stage.when === undefined ? {} : { condition: describeCondition(stage.when) }),
  }
}
