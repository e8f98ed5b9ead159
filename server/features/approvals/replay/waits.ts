import { sql } from 'kysely'
import type { UsualWait } from '../../../approvals/requestSchemas.ts'
import type { Db } from '../../../db/database.ts'
import type { PolicyStage, ReplayWaits } from '../../../db/tables.ts'
import type { Comparison, PastRequest, PastStage } from './compare.ts'

const hour = 3_600_000

const durationOfStage = ({ openedAt, closedAt }: PastStage) =>
  openedAt && closedAt ? (new Date(closedAt).getTime() - new Date(openedAt).getTime()) / hour : undefined

/** Finds an earlier stage whose duration is known, with the same name or, if there is none, with the same rule. */
export function findSameStage(stage: PolicyStage, before: readonly PastStage[]): PastStage | undefined {
  const rule = JSON.stringify(stage.rule)
  return before.find((each) => each.name === stage.name) ?? before.find((each) => JSON.stringify(each.rule) === rule)
}

/**
 * Computes the hours that a request waited, and would have waited. An unchanged stage takes its real duration; any other stage takes the
 * usual duration of stages with the same name. Null if no such stage was decided before, or if it was decided with fewer votes.
 */
export function waitsOf(
  pastRequest: Pick<PastRequest, 'status' | 'automatic' | 'openedAt' | 'closedAt'>,
  { simulated: simulatedOutcome, actualStages, simulatedStages }: Pick<Comparison, 'simulated' | 'actualStages' | 'simulatedStages'>,
  usual: ReadonlyMap<string, UsualWait>,
): { before: number | null; after: number | null } {
  const isDecided = pastRequest.status === 'approved' || pastRequest.status === 'rejected' || pastRequest.status === 'changes_requested'
  if (!isDecided || !pastRequest.closedAt) return { before: null, after: null }
  const before = (pastRequest.closedAt.getTime() - pastRequest.openedAt.getTime()) / hour
  if (simulatedOutcome.outcome === 'noStage') return { before, after: null }
  let after = 0
  for (const stage of simulatedOutcome.outcome === 'stages' ? simulatedStages : []) {
    const matchingStage = findSameStage(stage, actualStages)
    // Nothing is recorded about when further approvers would have voted.
    if (matchingStage?.status === 'approved' && stage.minimum > matchingStage.minimum) return { before, after: null }
    const expectedWait = (matchingStage && durationOfStage(matchingStage)) ?? usual.get(stage.name)?.medianHours
    if (expectedWait === undefined) return { before, after: null }
    after += expectedWait
    // The request ended at this stage, and would also have ended here with the draft.
    if (matchingStage?.status === 'rejected' || matchingStage?.status === 'changes_requested') break
  }
  return { before, after }
}

export async function summarizeWaits(
  db: Db,
  replay: { id: string; subject_kind: string; from_at: Date; until_at: Date },
): Promise<ReplayWaits> {
  const { rows } = await sql<{
    requests: number
    unknown: number
    median_before: number | null
    p90_before: number | null
    median_after: number | null
    p90_after: number | null
  }>`
    select count(*) as requests, count(*) filter (where after is null) as unknown,
      percentile_cont(0.5) within group (order by before) as median_before, percentile_cont(0.9) within group (order by before) as p90_before,
      percentile_cont(0.5) within group (order by after) as median_after, percentile_cont(0.9) within group (order by after) as p90_after
    from (
      select extract(epoch from a.closed_at - a.opened_at)::float8 / 3600 as before,
        case when c.approval_id is null then extract(epoch from a.closed_at - a.opened_at)::float8 / 3600 else c.wait_after end as after
      from approvals a left join policy_replay_changes c on c.replay_id = ${replay.id} and c.approval_id = a.id
      where a.subject_kind = ${replay.subject_kind} and a.opened_at >= ${replay.from_at} and a.opened_at < ${replay.until_at}
        and a.status in ('approved', 'rejected', 'changes_requested') and a.closed_at is not null and a.facts <> '{}'
    ) each`.execute(db)
  const row = rows[0]!
  const toWait = (median: number | null, p90: number | null) =>
    median === null || p90 === null ? null : { medianHours: median, p90Hours: p90 }
  return {
    requests: row.requests,
    unknown: row.unknown,
    before: toWait(row.median_before, row.p90_before),
    after: toWait(row.median_after, row.p90_after),
  }
}
