import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Approval } from './presentApproval.ts'
import type { UsualWait } from './requestSchemas.ts'

const maxStagesPerName = 2_000

/** Measures stages of this subject kind by name. A stage that was never approved has no entry. */
export async function loadUsualWaits(
  db: Db,
  subjectKind: string,
  names: readonly string[],
  now: Date | RawBuilder<unknown>,
): Promise<Map<string, UsualWait>> {
  if (names.length === 0) return new Map()
  const { rows } = await sql<UsualWait & { name: string }>`
    select n.name, w.* from unnest(${[...new Set(names)]}::text[]) n (name) cross join lateral (
      select percentile_cont(0.5) within group (order by waited) as "medianHours",
        percentile_cont(0.9) within group (order by waited) as "p90Hours", count(*) as decisions
      from (select approval_id, extract(epoch from closed_at - opened_at)::float8 / 3600 as waited from approval_stages
            where name = n.name and status = 'approved' and closed_at > ${now}::timestamptz - interval '180 days'
            order by closed_at desc limit ${maxStagesPerName}) recent
      where exists (select from approvals a where a.id = recent.approval_id and a.subject_kind = ${subjectKind})) w
    where w.decisions > 0`.execute(db)
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
