import type pg from 'pg'
import { accountCostRows } from './accountCosts.ts'
import { alertRows } from './alerts.ts'
import { decommissionsInProgress, rowsInProgress } from './decommissionsInProgress.ts'
import { deploymentRows } from './deployments.ts'
import { edgeRolloutRows } from './edgeRollouts.ts'
import { feedbackRows } from './feedback.ts'
import { insert } from './insert.ts'
import { insertApprovals } from './insertApprovals.ts'
import { sandboxFailureRows } from './sandboxFailures.ts'
import { sandboxRows } from './sandboxRows.ts'
import type { Company } from './shapes.ts'

type SeedTable = (client: pg.Client, company: Company) => Promise<void>

/** A part is filled when its table is empty, so that a newer version of Slipway adds parts that an older one did not have. */
const parts: [table: string, fill: SeedTable][] = [
  ['account_costs', fillCosts],
  ['sandbox_templates', fillSandboxes],
  ['edge_rollouts', fillRollouts],
  ['deployments', fillDeployments],
  ['alert_groups', fillAlerts],
  ['feedback', fillFeedback],
]

export async function fillDemonstration(client: pg.Client, company: Company): Promise<void> {
  for (const [table, fill] of parts) {
    const existing = await client.query(`select 1 from ${table} limit 1`)
    if (existing.rowCount === 0) await fill(client, company)
  }
  await fillDecommissions(client, company)
  await fillSandboxFailures(client)
}

async function fillDecommissions(client: pg.Client, company: Company): Promise<void> {
  const unrecordedAccounts = await client.query<{ id: string }>(`select a.id from accounts a where a.status = 'decommissioning'
    and not exists (select from account_updates u where u.account_id = a.id and u.kind = 'decommission')`)
  const ids = new Set(unrecordedAccounts.rows.map(({ id }) => id))
  const decommissions = decommissionsInProgress(company).filter(({ account }) => ids.has(account.id))
  if (decommissions.length === 0) return
  const today = new Date()
  const numbers = await client.query<{ n: string }>(`select nextval('account_update_number')::text as n from generate_series(1, $1)`, [
    decommissions.length,
  ])
  const references = numbers.rows.map(({ n }) => `UPD-${today.getUTCFullYear()}-${n.padStart(4, '0')}`)
  // The import loads half of the server, so it happens only when needed.
  const { decommissionAccount } = await import('../server/features/accounts/decommission/remove/decommissionAccount.ts')
  const { updates, approvals, rest } = rowsInProgress(company, today, { some: decommissions, references, steps: decommissionAccount.steps })
  await insert(client, 'account_updates', updates)
  await insertApprovals(client, approvals)
  for (const [table, rows] of rest) await insert(client, table, rows)
}

async function fillSandboxFailures(client: pg.Client): Promise<void> {
  const existing = await client.query(
    `select 1 from sandboxes s where s.status = 'quarantined' and not exists (select from sandbox_actions a where a.sandbox_id = s.id)`,
  )
  if (existing.rowCount === 0) return
  // The import loads half of the server, so it happens only when needed.
  const { actionPlans } = await import('../server/features/sandboxes/provisioning/plans.ts')
  for (const [table, rows] of sandboxFailureRows(actionPlans, new Date())) await insert(client, table, rows)
}

async function fillCosts(client: pg.Client, company: Company): Promise<void> {
  await insert(client, 'account_costs', accountCostRows(company.accounts, new Date()))
}

async function fillSandboxes(client: pg.Client, company: Company): Promise<void> {
  const { tables, decided } = sandboxRows(company, new Date())
  for (const [table, rows] of tables) await insert(client, table, rows)
  await insertApprovals(client, decided)
  const requests = tables.find(([table]) => table === 'sandbox_requests')?.[1].length ?? 0
  await client.query(`select setval('sandbox_request_number', $1)`, [requests])
  await client.query('analyze')
}

async function fillRollouts(client: pg.Client, company: Company): Promise<void> {
  const { tables, ranges } = edgeRolloutRows(company, new Date())
  for (const [table, rows] of tables) await insert(client, table, rows)
  await client.query(
    `update address_ranges r set account_id = t.account_id, allocated_at = now()
      from json_to_recordset($1) as t (range cidr, account_id uuid) where r.range = t.range`,
    [JSON.stringify(ranges)],
  )
  await client.query(`select setval('edge_rollout_number', 2)`)
}

async function fillDeployments(client: pg.Client, company: Company): Promise<void> {
  for (const [table, rows] of deploymentRows(company, new Date())) await insert(client, table, rows)
}

async function fillAlerts(client: pg.Client, company: Company): Promise<void> {
  for (const [table, rows] of alertRows(company, new Date())) await insert(client, table, rows)
}

async function fillFeedback(client: pg.Client, company: Company): Promise<void> {
  for (const [table, rows] of feedbackRows(company, new Date())) {
    await insert(client, table, rows)
    await client.query(`select setval('feedback_number', $1)`, [rows.length])
  }
}
