import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { type Merging, startMerging } from './merging.fixture.ts'

let given: Merging
beforeAll(async () => {
  given = await startMerging()
})
afterAll(() => given.app.close())

const path = (number: number | string) => `/pipelines/pullRequests/${number}`

describe('getPullRequest', () => {
  it('shows the pull request as its host has it now, with its changed files', async () => {
    const { pull, branch, updateId } = await given.ready()
    const files = await given.app.context.clients.git.changedFiles('main', pull.head_sha)
    expect(files.length).toBeGreaterThan(0)
    const answer = await given.niamh.get(path(pull.number))
    expect(answer).toMatchObject({
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
    given.app.simulator.asyncDelayMs = 60_000
    await given.app.context.clients.git.putFile({ path: 'accounts/late.md', branch, content: 'late', message: 'Late' })
    const moved = (await given.niamh.get(path(pull.number))).body
    expect(moved).toMatchObject({ checksState: 'pending', can: { merge: expect.stringContaining('still run') } })
    expect(moved.headSha).not.toBe(pull.head_sha)
    expect(moved.files).toContain('accounts/late.md')
  })

  roleSuite(
    'getPullRequest',
    () => given.app,
    () => ({ path: path(1) }),
  )

  it('returns 404 for a pull request of others, and rejects an invalid number', async () => {
    expect(await given.niamh.get(path(99_999))).toMatchObject({ status: 404, body: { code: 'notFound' } })
    expect((await given.niamh.get(path('first'))).status).toBe(400)
  })
})
