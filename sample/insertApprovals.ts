import type pg from 'pg'
import { insert } from './insert.ts'

type Row = Record<string, unknown>

/**
 * The database accepts votes in the open stage only, so past approvals are replayed: each stage is opened, voted on and closed in order.
 */
export async function insertApprovals(
  client: pg.Client,
  { approvals, stages, decisions }: { approvals: readonly Row[]; stages: readonly Row[]; decisions: readonly Row[] },
): Promise<void> {
  await insert(
    client,
    'approvals',
    approvals.map((approval) => ({ ...approval, status: 'pending', stage: 1, closed_at: null })),
  )
  await insert(
    client,
    'approval_stages',
    stages.map((stage) => ({ ...stage, status: 'waiting', closed_at: null })),
  )
  const numbers = [...new Set(stages.map((stage) => Number(stage['stage'])))].sort((left, right) => left - right)
  for (const number of numbers) {
    const approvalStages = stages.filter(({ stage, status }) => stage === number && status !== 'waiting')
    const ids = approvalStages.map((stage) => stage['approval_id'])
    await client.query(`update approvals set stage = $1 where id = any ($2)`, [number, ids])
    await client.query(`update approval_stages set status = 'open' where stage = $1 and approval_id = any ($2)`, [number, ids])
    await insert(
      client,
      'approval_decisions',
      decisions.filter(({ stage }) => stage === number),
    )
    await client.query(
      `update approval_stages s set status = x.status, closed_at = x.closed_at
        from json_populate_recordset(null::approval_stages, $1) x
        where s.approval_id = x.approval_id and s.stage = x.stage and x.status <> 'open'`,
      [JSON.stringify(approvalStages)],
    )
  }
  await client.query(
    `update approvals a set status = x.status, stage = x.stage, closed_at = x.closed_at
      from json_populate_recordset(null::approvals, $1) x where a.id = x.id`,
    [JSON.stringify(approvals)],
  )
}
