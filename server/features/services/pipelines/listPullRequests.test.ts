import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { mergeNotes } from '../../accounts/repository/mergeChange.ts'
import { type MergeFixture, startMerging } from './merging.fixture.ts'

let mergeFixture: MergeFixture
beforeAll(async () => {
  mergeFixture = await startMerging()
})
afterAll(() => mergeFixture.app.close())

const path = '/pipelines/pullRequests'

describe('listPullRequests', () => {
  it('shows waiting and failed pull requests with checks and actions, without merged ones', async () => {
    const { app, niamh } = mergeFixture
    const waits = await mergeFixture.ready()
    const fault = app.simulator.faults.add({
      service: 'git',
      method: 'POST',
      path: '/pulls$',
      action: { kind: 'failAsync', code: 'PolicyDenied', message: 'Region not allowed' },
    })
    const failedPullRequest = await mergeFixture.proposed()
    await expect.poll(async () => (await niamh.get(path)).body.items[0].run.status).toBe('failed')
    app.simulator.faults.remove(fault)
    // A waiting run is running for a moment whenever it reads its pull request. The latest two belong to this attempt.
    const readLatest = async () => {
      const { body } = await niamh.get(path)
      return { ...body, items: body.items.slice(0, 2) }
    }
    await expect.poll(readLatest).toMatchObject({
      merge: 'onRequest',
      more: false,
      items: [
        {
          reference: failedPullRequest.reference,
          kind: 'update',
          state: 'open',
          checksState: 'failure',
          checks: expect.arrayContaining([
            { name: 'plan', state: 'failure', summary: expect.stringContaining('Region not allowed'), url: expect.any(String) },
          ]),
          run: { status: 'failed', step: 'recordServices', error: expect.stringContaining('plan') },
          can: { merge: expect.stringContaining('failed'), retry: true },
        },
        {
          number: waits.pull.number,
          url: waits.pull.url,
          reference: waits.reference,
          account: { id: waits.accountId },
          subject: { kind: 'accountUpdate', id: waits.updateId },
          checksState: 'success',
          order: null,
          run: { status: 'waiting', note: expect.stringContaining(mergeNotes.ready) },
          can: { merge: true, retry: true },
        },
      ],
    })
    const response = await app.as(app.persona('Grace').id).get(path)
    expect(response.body.items[1].can).toMatchObject({ merge: expect.any(String) })
    await niamh.patch('/utils/pipeline/update/merge', { updateId: waits.updateId })
    const references = (await niamh.get(path)).body.items.map(({ reference }: { reference: string }) => reference)
    expect(references).toContain(failedPullRequest.reference)
    expect(references).not.toContain(waits.reference)
  })

  roleSuite(
    'listPullRequests',
    () => mergeFixture.app,
    () => ({ path }),
  )

  it('rejects an unknown query parameter', async () => {
    expect(await mergeFixture.niamh.get(`${path}?state=all`)).toMatchObject({ status: 400, body: { code: 'invalidRequest' } })
  })
})
