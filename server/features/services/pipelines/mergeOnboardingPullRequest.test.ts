import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approveAll } from '../../../../test/approveAll.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { until } from '../../../../test/until.ts'
import { mergeNotes } from '../../accounts/repository/mergeChange.ts'
import { type MergeFixture, pullOf, startMerging, stepOf } from './merging.fixture.ts'

let mergeFixture: MergeFixture
beforeAll(async () => {
  mergeFixture = await startMerging()
})
afterAll(() => mergeFixture.app.close())

const path = '/utils/pipeline/onboard/merge'

describe('mergeOnboardingPullRequest', () => {
  it('merges the record of a new account, which completes the account', async () => {
    const { app, niamh } = mergeFixture
    const { requestId, accountId } = await approveAll(app, 'waits-for-merge')
    await until(async () => (await stepOf(app, requestId))?.note?.includes(mergeNotes.ready) ?? false)
    expect((await niamh.get('/pipelines/pullRequests')).body).toMatchObject({
      merge: 'onRequest',
      items: [{ kind: 'onboarding', account: { id: accountId, name: 'waits-for-merge' }, can: { merge: true } }],
    })
    const response = await niamh.patch(path, { requestId })
    expect(response).toMatchObject({ status: 200, body: { outcome: 'merged', accountId } })
    await app.drain()
    expect(await pullOf(app, requestId)).toMatchObject({ state: 'merged', ordered_by: app.persona('Niamh').displayName })
    const account = await app.db.selectFrom('accounts').select('status').where('id', '=', accountId).executeTakeFirstOrThrow()
    expect(account.status).toBe('active')
    expect((await niamh.patch('/utils/pipeline/update/merge', { accountId })).status).toBe(404)
  })

  roleSuite(
    'mergeOnboardingPullRequest',
    () => mergeFixture.app,
    () => ({ path, body: { pullRequest: 1 } }),
  )

  it('returns 404 for an unknown pull request, and rejects an empty call', async () => {
    expect(await mergeFixture.niamh.patch(path, { requestId: crypto.randomUUID() })).toMatchObject({
      status: 404,
      body: { code: 'notFound' },
    })
    expect(await mergeFixture.niamh.patch(path, {})).toMatchObject({ status: 400, body: { errors: [{ field: 'requestId' }] } })
    expect((await mergeFixture.niamh.patch(path, { pullRequest: 0 })).status).toBe(400)
  })
})
