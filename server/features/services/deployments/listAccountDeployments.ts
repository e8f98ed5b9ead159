import { sql } from 'kysely'
import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { NullableText, Timestamp } from '../../../people/schemas.ts'
import { AccountId } from '../../accounts/accounts/schemas.ts'
import { InsightQuery } from '../../accounts/insights/schemas.ts'
import { fetchTool } from './fetchTool.ts'
import { lastDeployments, loadDeployments } from './queries.ts'
import { DeployedApp, Deployment, Repository } from './schemas.ts'

const maxShown = 30
const maxKeys = 20

const Key = Type.Object({ name: Type.String(), expiresAt: Timestamp, lastUsedAt: NullableText })

export const listAccountDeployments = operation({
  id: 'listAccountDeployments',
  method: 'GET',
  path: '/accounts/{id}/deployments',
  tag: 'deployment-tool',
  summary: 'List an account’s applications in Argo CD and its deployments',
  description:
    '`fetchedAt` is when the data was read from Argo CD, at most one minute ago. If Argo CD can’t be read, `problem` has the reason and Slipway’s own records are still returned.',
  access: 'owner',
  params: AccountId,
  query: InsightQuery,
  responses: {
    200: Type.Object({
      configured: Type.Boolean(),
      project: Type.Union([
        Type.Object({
          name: Type.String(),
          destinations: Type.Array(Type.Object({ cluster: Type.String(), namespace: Type.String() })),
          sources: Type.Array(Type.String(), { description: 'Allowed repository addresses, which can contain wildcards.' }),
        }),
        Type.Null(),
      ]),
      apps: Type.Array(DeployedApp),
      repositories: Type.Array(Repository),
      deployments: Type.Array(Deployment, { description: 'The latest 30 deployments, newest first.' }),
      keys: Type.Array(Key, { description: 'API keys that can deploy to this account.' }),
      problem: NullableText,
      fetchedAt: NullableText,
    }),
  },
  errors: ['notFound', 'outsideFailed'],
  prepare: (preparation) => fetchTool(preparation, preparation.params.id, preparation.query.refresh),
  async handler({ db, now, allow, audit }, { accountId, verdict, configured, tool }) {
    audit({ subject: { kind: 'account', id: accountId } })
    allow(verdict)
    const [lastChanges, deployments, keys] = await Promise.all([
      lastDeployments(db, accountId),
      loadDeployments(db, accountId, { limit: maxShown }),
      db
        .selectFrom('api_keys')
        .select(['name', 'expires_at', 'last_used_at'])
        .where(sql<boolean>`account_ids @> ${[accountId]}::uuid[]`)
        .where(sql<boolean>`'deploy' = any (scopes)`)
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', now())
        .orderBy('name')
        .limit(maxKeys)
        .execute(),
    ])
    const view = tool?.view
    const hasFetched = tool?.fetchedAt != null && view?.project != null
    const lastChangeByApp = new Map(lastChanges.map((each) => [each.app, each]))
    const liveApps = (view?.apps ?? []).map(({ name, live: liveApp }) => ({ name, live: liveApp, last: lastChangeByApp.get(name) ?? null }))
    const liveNames = new Set(liveApps.map(({ name }) => name))
    // An application that Argo CD doesn't have is listed while it is being deployed, or while Argo CD is unavailable.
    const deletedApps = lastChanges.filter(
      ({ app, action, status }) =>
        !liveNames.has(app) &&
        (hasFetched ? status === 'queued' || status === 'running' : !(action === 'remove' && status === 'succeeded')),
    )
    return {
      configured,
      project: view?.project ?? null,
      apps: [...liveApps, ...deletedApps.map((each) => ({ name: each.app, live: null, last: each }))].sort((a, b) =>
        a.name.localeCompare(b.name),
      ),
      repositories: view?.repositories ?? [],
      deployments,
      keys: keys.map((key) => ({
        name: key.name,
        expiresAt: key.expires_at.toISOString(),
        lastUsedAt: key.last_used_at?.toISOString() ?? null,
      })),
      problem: view?.problem ?? null,
      fetchedAt: tool?.fetchedAt?.toISOString() ?? null,
    }
  },
})
