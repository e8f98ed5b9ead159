import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { type MergeFixture, startMerging } from './merging.fixture.ts'

let mergeFixture: MergeFixture
beforeAll(async () => {
  mergeFixture = await startMerging()
})
afterAll(() => mergeFixture.app.close())

const path = (number: number | string) => `/pipelines/pullRequests/${number}`

describe('getPullRequest', () => {
  it('shows the pull request’s current state at its host, with its changed files', async () => {
    const { pull, branch, updateId } = await mergeFixture.ready()
    const files = await mergeFixture.app.context.clients.git.changedFiles('main', pull.head_sha)
    expect(files.length).toBeGreaterThan(0)
    const response = await mergeFixture.niamh.get(path(pull.number))
    expect(response).toMatchObject({
      status: 200,
      body: {
        number: pull.number,
        headSha: pull.head_sha,
        checksState: 'success',
        files,
        moreFiles: false,
        can: { merge: true },
        subject: { id: updateId },
      },
    })
    mergeFixture.app.simulator.asyncDelayMs = 60_000
    await mergeFixture.app.context.clients.git.putFile({ path: 'accounts/late.md', branch, content: 'late', message: 'Late' })
    const updatedPull = (await mergeFixture.niamh.get(path(pull.number))).body
    expect(updatedPull).toMatchObject({ checksState: 'pending', can: { merge: expect.stringContaining('still run') } })
    expect(updatedPull.headSha).not.toBe(pull.head_sha)
    expect(updatedPull.files).toContain('accounts/late.md')
  })

  roleSuite(
    'getPullRequest',
    () => mergeFixture.app,
    () => ({ path: path(1) }),
  )

  it('returns 404 for a pull request of another account, and rejects an invalid number', async () => {
    expect(await mergeFixture.niamh.get(path(99_999))).toMatchObject({ status: 404, body: { code: 'notFound' } })
    expect((await mergeFixture.niamh.get(path('first'))).status).toBe(400)
  })
})
