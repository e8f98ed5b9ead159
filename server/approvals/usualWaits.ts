import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Approval } from './presentApproval.ts'
import type { UsualWait } from './requestSchemas.ts'

const maxApprovals = 2_000
const minDecisions = 3

/** Measures stages of this subject kind by name. A stage that was approved less often than three times has no entry. */
export async function loadUsualWaits(
  db: Db,
  subjectKind: string,
  names: readonly string[],
  now: Date | RawBuilder<unknown>,
): Promise<Map<string, UsualWait>> {
  if (names.length === 0) return new Map()
  const { rows } = await sql<UsualWait & { name: string }>`
    select s.name, percentile_cont(0.5) within group (order by w.waited) as "medianHours",
      percentile_cont(0.9) within group (order by w.waited) as "p90Hours", count(*) as decisions
    from (select id from approvals where subject_kind = ${subjectKind} and opened_at > ${now}::timestamptz - interval '180 days'
          order by opened_at desc limit ${maxApprovals}) recent
    join approval_stages s on s.approval_id = recent.id and s.status = 'approved' and s.name = any(${[...new Set(names)]})
    cross join lateral (select extract(epoch from s.closed_at - s.opened_at)::float8 / 3600 as waited) w
    group by s.name having count(*) >= ${minDecisions}`.execute(db)
  return new Map(rows.map(({ name, ...wait }) => [name, wait]))
}

/** Adds the usual wait to the open stage. Lists leave it out, because each name needs a query over many stages. */
export async function addUsualWait(db: Db, rounds: Approval[]): Promise<Approval[]> {
  const latest = rounds.at(-1)
  const open = latest?.stages.find(({ status }) => status === 'open')
  if (!latest || !open) return rounds
  const usualWait = (await loadUsualWaits(db, latest.subjectKind, [open.name], sql`now()`)).get(open.name) ?? null
  const stages = latest.stages.map((stage) => (stage === open ? { ...stage, usualWait } : stage))
  return [...rounds.slice(0, -1), { ...latest, stages }]
}
