import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDropOwnerRole } from '../../server/features/accounts/subscription-owner/dropOwnerRole.ts'
import { assignOwner } from '../../simulator/arm/roleAssignments.ts'
import { platformServicePrincipalId, slipwayServicePrincipalId } from '../../simulator/core/constants.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { systemActionsOf } from '../systemActionsOf.ts'
import { killAtEveryCall, killInEveryCommit } from './killed.ts'

const minutes = 60_000
let app: TestApp
let startCount = 0

beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

async function startRemoval() {
  const account = app.company.accounts.filter(({ status, kind }) => status === 'active' && kind === 'cloud')[startCount++]!
  const { id: accountId, subscriptionId } = account
  const created = { createdOn: account.createdAt, createdBy: platformServicePrincipalId, visibleAt: account.createdAt }
  for (const principalId of [platformServicePrincipalId, slipwayServicePrincipalId])
    assignOwner(app.simulator, subscriptionId, { principalId, ...created })
  await app.db.transaction().execute((db) => startDropOwnerRole({ db, jobs: app.jobs }, { accountId, subscriptionId }))
  const run = await app.db
    .selectFrom('work_runs')
    .select('id')
    .where('kind', '=', 'dropOwnerRole')
    .where('subject_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return { runId: run.id, accountId, subscriptionId }
}

async function expectOneRemoval({ runId, accountId, subscriptionId }: Awaited<ReturnType<typeof startRemoval>>): Promise<void> {
  const run = await app.db.selectFrom('work_runs').select('status').where('id', '=', runId).executeTakeFirstOrThrow()
  const direct = (await app.context.clients.arm.listRoleAssignments(`/subscriptions/${subscriptionId}`)).filter(
    ({ properties }) => properties.scope === `/subscriptions/${subscriptionId}` && properties.principalType === 'ServicePrincipal',
  )
  expect({ run: run.status, owners: direct.map(({ properties }) => properties.principalId) }).toEqual({
    run: 'succeeded',
    owners: [platformServicePrincipalId],
  })
  expect((await systemActionsOf(app, accountId)).filter(([, kind]) => kind === 'dropOwnerRole')).toEqual([
    ['ownerRoleRemoved', 'dropOwnerRole'],
  ])
}

describe('a server killed with kill -9', () => {
  it(
    'removes Slipway’s Owner role once, despite kills before and after every kind of external call',
    async () => {
      for (const run of await killAtEveryCall(app, startRemoval, ({ subscriptionId }) => [subscriptionId])) await expectOneRemoval(run)
    },
    10 * minutes,
  )

  it(
    'removes Slipway’s Owner role once, despite kills within every commit that starts or completes the step',
    async () => {
      for (const run of await killInEveryCommit(app, startRemoval)) await expectOneRemoval(run)
    },
    10 * minutes,
  )
})
