import { hash } from 'node:crypto'
import { appsOf, clusterOf, type DeployedApp, deployRepository, deploys, type PastDeployment, teamOf } from './deployedApps.ts'
import type { Company, SampleAccount } from './shapes.ts'
import { stableId } from './stableId.ts'

/** Only these teams' pipelines deploy through Slipway; the others have ways of their own. */
const pipelines = ['checkout', 'loyalty']

const at = (ms: number) => new Date(ms).toISOString()
const day = 86_400_000

export function deploymentRows(company: Company, now: Date): [table: string, rows: Record<string, unknown>[]][] {
  const admin = company.people.find(({ appRoles }) => appRoles.includes('Slipway.Admin'))
  const teams = pipelines.map((team) => ({
    team,
    accounts: company.accounts.filter((one) => deploys(one) && teamOf(one) === team).slice(0, 50),
  }))
  const keys = teams.flatMap(({ team, accounts }) =>
    accounts[0] && admin
      ? [
          {
            id: keyId(team),
            name: `${team}-pipeline`,
            public_id: hash('sha256', `key/${team}`, 'hex').slice(0, 12),
            hash: `\\x${hash('sha256', `nobody holds the key of ${team}`, 'hex')}`,
            scopes: ['deploy'],
            account_ids: accounts.map(({ id }) => id),
            owner_id: accounts[0].ownerIds[0],
            created_by: admin.id,
            created_at: at(now.getTime() - 100 * day),
            expires_at: at(now.getTime() + 200 * day),
            last_used_at: at(now.getTime() - day),
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
    created_at: at(startedAt - 2_000),
    started_at: at(startedAt - 1_000),
    ended_at: at(startedAt + seconds * 1_000),
  }
}
