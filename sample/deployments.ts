import { hash } from 'node:crypto'
import { appsOf, clusterOf, type DeployedApp, deployRepository, hasDeployments, type PastDeployment, teamOf } from './deployedApps.ts'
import type { Company, SampleAccount } from './shapes.ts'
import { stableId } from './stableId.ts'

/** Only the pipelines of these teams deploy through Slipway. Other teams deploy in other ways. */
const pipelines = ['checkout', 'loyalty']

const toTimestamp = (ms: number) => new Date(ms).toISOString()
const day = 86_400_000

export function deploymentRows(company: Company, now: Date): [table: string, rows: Record<string, unknown>[]][] {
  const admin = company.people.find(({ appRoles }) => appRoles.includes('Slipway.Admin'))
  const teams = pipelines.map((team) => ({
    team,
    accounts: company.accounts.filter((item) => hasDeployments(item) && teamOf(item) === team).slice(0, 50),
  }))
  const keys = teams.flatMap(({ team, accounts }) =>
    accounts[0] && admin
      ? [
          {
            id: keyId(team),
            name: `${team}-pipeline`,
            public_id: hash('sha256', `key/${team}`, 'hex').slice(0, 12),
            hash: `\\x${hash('sha256', `unknown key of ${team}`, 'hex')}`,
            scopes: ['deploy'],
            account_ids: accounts.map(({ id }) => id),
            owner_id: accounts[0].ownerIds[0],
            created_by: admin.id,
            created_at: toTimestamp(now.getTime() - 100 * day),
            expires_at: toTimestamp(now.getTime() + 200 * day),
            last_used_at: toTimestamp(now.getTime() - day),
          },
        ]
      : [],
  )
  const deployments = teams.flatMap(({ team, accounts }) =>
    accounts.flatMap((account) => appsOf(account, now).flatMap((app) => app.past.map((past) => row(team, account, app, past)))),
  )
  return [
    ['api_keys', keys],
    ['deployments', deployments],
  ]
}

const keyId = (team: string) => stableId(`api key/${team}-pipeline`)

const results: Record<NonNullable<PastDeployment['trouble']> | 'none', { status: string; result: string; seconds: number }> = {
  none: { status: 'succeeded', result: 'The application is running and healthy.', seconds: 97 },
  degraded: {
    status: 'failed',
    result: 'The application was deployed but is degraded: Deployment "worker" exceeded its progress deadline.',
    seconds: 214,
  },
  failed: {
    status: 'failed',
    result: 'Argo CD couldn’t deploy the application: Job migrate: Job has reached the specified backoff limit.',
    seconds: 83,
  },
}

function row(team: string, account: SampleAccount, app: DeployedApp, { id, startedAt, seed, trouble }: PastDeployment) {
  const revision = hash('sha1', seed, 'hex')
  const { status, result, seconds } = results[trouble ?? 'none']
  const request = {
    source: { repository: deployRepository(account), path: `apps/${account.name}/${app.part}` },
    destination: { cluster: clusterOf(account).name, namespace: account.name },
    prune: true,
  }
  return {
    id,
    account_id: account.id,
    app: app.name,
    project: account.name,
    action: 'deploy',
    status,
    request,
    request_hash: hash('sha256', JSON.stringify([revision, request]), 'hex'),
    revision,
    deployed_revision: revision,
    result,
    key_id: keyId(team),
    key_name: `${team}-pipeline`,
    created_at: toTimestamp(startedAt - 2_000),
    started_at: toTimestamp(startedAt - 1_000),
    ended_at: toTimestamp(startedAt + seconds * 1_000),
  }
}
