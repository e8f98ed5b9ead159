import type { SampleAccount } from '../../../../sample/shapes.ts'
import type { PullRequest } from '../../../../simulator/git/pullRequest.ts'
import { openRepository } from '../../../../simulator/git/repository.ts'
import type { TestApp } from '../../../../test/app.ts'
import { withClient } from '../../../../test/postgresServer.ts'
import { decommissionableAccount, decommissioning, fetchRoleNames, type StartedDecommission } from './decommissionable.fixture.ts'

export async function skipGracePeriods(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, (client) =>
    client.query(`
      create or replace function no_grace() returns trigger language plpgsql as $$
      begin
        new.grace_ends_at := new.started_at;
        return new;
      end $$;
      create or replace trigger no_grace before insert on account_decommissions for each row execute function no_grace()`),
  )
}

export interface DecommissionedAccount extends StartedDecommission {
  account: SampleAccount
  roles: string[]
}

export async function decommissionedAccount(app: TestApp, n: number): Promise<DecommissionedAccount> {
  const account = await findPlainAccount(app, n)
  const repository = openRepository(app.simulator)
  const blob = repository.addBlob(
    Buffer.from(`${JSON.stringify({ name: account.name, connectivity: 'corporate', addressSpaces: ['10.9.0.0/24'] })}\n`),
  )
  const author = { name: 'slipway-bot', email: 'slipway-bot@northgate.example', date: '2026-01-01T00:00:00Z' }
  const changes = { [`accounts/${account.name}/account.json`]: blob }
  const { sha } = repository.addCommit({ message: 'Add', author, parents: [repository.branchHead('main')!], changes })
  repository.setBranch('main', sha)
  await app.db
    .insertInto('address_ranges')
    .values({ range: `192.168.${n % 250}.0/24`, region: 'uksouth', account_id: account.id, allocated_at: new Date() })
    .execute()
  const roles = await fetchRoleNames(app, account)
  return { ...(await decommissioning(app, account)), account, roles }
}

const claimed = new WeakMap<TestApp, Set<string>>()

async function findPlainAccount(app: TestApp, n: number): Promise<SampleAccount> {
  const claimedAccounts = claimed.get(app) ?? new Set()
  claimed.set(app, claimedAccounts)
  for (let accountIndex = n; ; accountIndex++) {
    const account = decommissionableAccount(app, accountIndex)
    const vaults = await app.context.clients.arm.listBackupVaults(account.subscriptionId)
    if (claimedAccounts.has(account.id) || vaults.some((vault) => vault.items.length > 0)) continue
    claimedAccounts.add(account.id)
    return account
  }
}

export async function readRemaining(
  app: TestApp,
  { accountId, updateId, runId, subscriptionId, reference, account }: DecommissionedAccount,
) {
  const { db, simulator, config } = app
  const { arm, git, servicenow } = app.context.clients
  const steps = await db.selectFrom('work_steps').selectAll().where('run_id', '=', runId).orderBy('position').execute()
  const row = await db.selectFrom('accounts').select('status').where('id', '=', accountId).executeTakeFirstOrThrow()
  const record = await db.selectFrom('account_decommissions').select('phase').where('update_id', '=', updateId).executeTakeFirst()
  const hub = await arm.getVirtualNetwork(config.hubNetworks[account.region]!)
  const notifications = await db.selectFrom('notifications').select(['person_id', 'kind']).where('subject_id', '=', accountId).execute()
  const byRecipient = Map.groupBy(notifications, ({ person_id, kind }) => `${person_id} ${kind}`)
  const ranges = await db.selectFrom('address_ranges').select('range').where('account_id', '=', accountId).execute()
  return {
    run: (await db.selectFrom('work_runs').select('status').where('id', '=', runId).executeTakeFirstOrThrow()).status,
    stepsLeft: steps
      .filter(({ status }) => status !== 'succeeded')
      .map(({ name, status, error }) => `${name} ${status}: ${error?.message ?? ''}`),
    account: row.status,
    phase: record?.phase,
    roles: await fetchRoleNames(app, { subscriptionId }),
    groups: (await arm.listResourceGroups(subscriptionId)).length,
    subscription: (await arm.getSubscription(subscriptionId))?.state,
    hubSide: (hub?.properties.virtualNetworkPeerings ?? []).filter(({ name }) => name === `peer-to-${account.name}`).length,
    ranges: ranges.length,
    configurationItem: (await servicenow.getByCorrelationId(accountId))?.operational_status,
    pullRequests: simulator.state
      .collection<PullRequest>('git.pulls')
      .values()
      .filter((pullRequest) => pullRequest.head === `slipway/${reference.toLowerCase()}`)
      .map((pullRequest) => (pullRequest.mergedAt ? 'merged' : pullRequest.state)),
    files: await git.listFiles(`accounts/${account.name}`, 'main'),
    notifiedTwice: [...byRecipient].filter(([, notified]) => notified.length > 1).map(([recipientKey]) => recipientKey),
  }
}

export const noRemains: Awaited<ReturnType<typeof readRemaining>> = {
  run: 'succeeded',
  stepsLeft: [],
  account: 'decommissioned',
  phase: 'gone',
  roles: [],
  groups: 0,
  subscription: 'Disabled',
  hubSide: 0,
  ranges: 0,
  configurationItem: '6',
  pullRequests: ['merged'],
  files: [],
  notifiedTwice: [],
}
