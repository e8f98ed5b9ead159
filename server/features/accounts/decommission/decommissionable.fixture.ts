import type { SampleAccount } from '../../../../sample/shapes.ts'
import type { TestApp } from '../../../../test/app.ts'
import { until } from '../../../../test/until.ts'
import { scopeOf } from '../../../clients/arm/armId.ts'
import type { StepStatus } from '../../../db/tables.ts'
import { rightsIn } from './rights.ts'

export function decommissionableAccount({ company }: Pick<TestApp, 'company'>, n: number): SampleAccount {
  const found = company.accounts.filter(
    (account) =>
      account.kind === 'cloud' &&
      account.environment === 'development' &&
      account.status === 'active' &&
      account.network.connectivity === 'corporate',
  )[n]
  if (!found) throw new Error(`the company has no ${n} such accounts`)
  return found
}

/** Returns the first such account, from the n-th, with or without backups: a vault is kept a fortnight longer than everything else. */
export async function decommissionableWith(app: TestApp, n: number, backups: boolean): Promise<SampleAccount> {
  for (let at = n; ; at++) {
    const account = decommissionableAccount(app, at)
    const vaults = await app.context.clients.arm.listBackupVaults(account.subscriptionId)
    if (vaults.some((vault) => vault.items.length > 0) === backups) return account
  }
}

export interface StartedDecommission {
  accountId: string
  subscriptionId: string
  updateId: string
  runId: string
  reference: string
}

/** An administrator requests the decommission; with `approve` an approver agrees, so that its run is queued. */
export async function requestDecommissionOf(
  app: TestApp,
  account: Pick<SampleAccount, 'id' | 'name' | 'subscriptionId'>,
  { approve = true } = {},
) {
  const admin = app.as(app.persona('Niamh').id)
  const { fingerprint } = (await admin.get(`/accounts/${account.id}/updates/decommission/rehearsal`)).body
  const body = { confirmName: account.name, reason: 'Nobody uses it any more.', fingerprint }
  const asked = await admin.post(`/accounts/${account.id}/updates/decommission`, body)
  if (asked.status !== 201) throw new Error(`the request was not accepted: ${JSON.stringify(asked.body)}`)
  if (approve)
    for (const { stage, approvers } of asked.body.approvals[0].stages) {
      const answer = await app.as(approvers[0].id).post(`/account-approvals/${asked.body.approvals[0].id}`, { decision: 'approve', stage })
      if (answer.status !== 200) throw new Error(`the vote was not accepted: ${JSON.stringify(answer.body)}`)
    }
  return asked.body
}

export async function decommissioning(
  app: TestApp,
  account: Pick<SampleAccount, 'id' | 'name' | 'subscriptionId'>,
): Promise<StartedDecommission> {
  const { id: updateId, reference } = await requestDecommissionOf(app, account)
  const run = await app.db.selectFrom('work_runs').select('id').where('subject_id', '=', updateId).executeTakeFirstOrThrow()
  return { accountId: account.id, subscriptionId: account.subscriptionId, updateId, runId: run.id, reference }
}

export async function rightsSeen(app: TestApp, { subscriptionId }: { subscriptionId: string }): Promise<string[]> {
  const { assignments, eligibilities } = await rightsIn(app.context.clients, subscriptionId)
  const last = (id: string) => id.slice(id.lastIndexOf('/') + 1)
  const line = (how: string) => (each: (typeof assignments)[number]) =>
    `${how} ${scopeOf(each)} ${last(each.properties.roleDefinitionId)} ${each.properties.principalId}`.toLowerCase()
  return [
    ...assignments.map((each) => `${line('active')(each)} ${each.name}`),
    ...eligibilities.map((each) => line('eligible')(each)),
  ].sort()
}

export async function stepStatus(app: TestApp, runId: string, name: string): Promise<StepStatus> {
  const step = await app.db
    .selectFrom('work_steps')
    .select('status')
    .where('run_id', '=', runId)
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return step.status
}

export const waitForStep = (app: TestApp, { runId }: Pick<StartedDecommission, 'runId'>, name: string, status: StepStatus) =>
  until(async () => (await stepStatus(app, runId, name)) === status)

export const waitForAccountStatus = (app: TestApp, { accountId }: Pick<StartedDecommission, 'accountId'>, status: string) =>
  until(
    async () =>
      (await app.db.selectFrom('accounts').select('status').where('id', '=', accountId).executeTakeFirstOrThrow()).status === status,
  )
