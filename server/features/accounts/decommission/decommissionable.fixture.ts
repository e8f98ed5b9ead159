import type { SampleAccount } from '../../../../sample/shapes.ts'
import type { TestApp } from '../../../../test/app.ts'
import { until } from '../../../../test/until.ts'
import { scopeOf } from '../../../clients/arm/armId.ts'
import type { StepStatus } from '../../../db/tables.ts'
import { fetchSubscriptionRoles } from './subscriptionRoles.ts'

export function decommissionableAccount({ company }: Pick<TestApp, 'company'>, n: number): SampleAccount {
  const matchingAccount = company.accounts.filter(
    (account) =>
      account.kind === 'cloud' &&
      account.environment === 'development' &&
      account.status === 'active' &&
      account.network.connectivity === 'corporate',
  )[n]
  if (!matchingAccount) throw new Error(`the company has no ${n} such accounts`)
  return matchingAccount
}

export async function decommissionableWith(app: TestApp, n: number, hasBackups: boolean): Promise<SampleAccount> {
  for (let accountIndex = n; ; accountIndex++) {
    const account = decommissionableAccount(app, accountIndex)
    const vaults = await app.context.clients.arm.listBackupVaults(account.subscriptionId)
    if (vaults.some((vault) => vault.items.length > 0) === hasBackups) return account
  }
}

export interface StartedDecommission {
  accountId: string
  subscriptionId: string
  updateId: string
  runId: string
  reference: string
}

export async function requestDecommissionOf(
  app: TestApp,
  account: Pick<SampleAccount, 'id' | 'name' | 'subscriptionId'>,
  { approve = true } = {},
) {
  const administrator = app.as(app.persona('Niamh').id)
  const { fingerprint } = (await administrator.get(`/accounts/${account.id}/updates/decommission/rehearsal`)).body
  const body = { confirmName: account.name, reason: 'Nobody uses it any more.', fingerprint }
  const decommissionResponse = await administrator.post(`/accounts/${account.id}/updates/decommission`, body)
  if (decommissionResponse.status !== 201) throw new Error(`the request was not accepted: ${JSON.stringify(decommissionResponse.body)}`)
  if (approve)
    for (const { stage, approvers } of decommissionResponse.body.approvals[0].stages) {
      const response = await app
        .as(approvers[0].id)
        .post(`/account-approvals/${decommissionResponse.body.approvals[0].id}`, { decision: 'approve', stage })
      if (response.status !== 200) throw new Error(`the vote was not accepted: ${JSON.stringify(response.body)}`)
    }
  return decommissionResponse.body
}

export async function decommissioning(
  app: TestApp,
  account: Pick<SampleAccount, 'id' | 'name' | 'subscriptionId'>,
): Promise<StartedDecommission> {
  const { id: updateId, reference } = await requestDecommissionOf(app, account)
  const run = await app.db.selectFrom('work_runs').select('id').where('subject_id', '=', updateId).executeTakeFirstOrThrow()
  return { accountId: account.id, subscriptionId: account.subscriptionId, updateId, runId: run.id, reference }
}

export async function fetchRoleNames(app: TestApp, { subscriptionId }: { subscriptionId: string }): Promise<string[]> {
  const { assignments, eligibilities } = await fetchSubscriptionRoles(app.context.clients, subscriptionId)
  const tailOfId = (id: string) => id.slice(id.lastIndexOf('/') + 1)
  const toAssignmentLine = (statusLabel: string) => (each: (typeof assignments)[number]) =>
    `${statusLabel} ${scopeOf(each)} ${tailOfId(each.properties.roleDefinitionId)} ${each.properties.principalId}`.toLowerCase()
  return [
    ...assignments.map((each) => `${toAssignmentLine('active')(each)} ${each.name}`),
    ...eligibilities.map((each) => toAssignmentLine('eligible')(each)),
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
