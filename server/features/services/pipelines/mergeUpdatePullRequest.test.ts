import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { until } from '../../../../test/until.ts'
import { type MergeFixture, pullOf, startMerging, stepOf } from './merging.fixture.ts'
import { canMerge, type PullRequestFacts } from './policy.ts'

let mergeFixture: MergeFixture
beforeAll(async () => {
  mergeFixture = await startMerging()
})
afterAll(() => mergeFixture.app.close())

const path = '/utils/pipeline/update/merge'
const mainHead = () => mergeFixture.app.context.clients.git.getBranchHead('main')
const eventsOf = async (updateId: string) =>
  mergeFixture.app.db
    .selectFrom('audit_events')
    .select(['actor_name', 'outcome', 'after'])
    .where('operation', '=', 'mergeUpdatePullRequest')
    .where('subject_id', '=', updateId)
    .orderBy('id')
    .execute()

const verdictOf = (overrides: Partial<PullRequestFacts>) =>
  String(canMerge({ number: 1, state: 'open', headSha: '', conflicts: false, checks: { state: 'success', checks: [] }, ...overrides }))

describe('mergeUpdatePullRequest', () => {
  it('merges the pull request, continues the run immediately, and returns the same for a repeated call', async () => {
    const { updateId, accountId, pull } = await mergeFixture.ready()
    const headBefore = await mainHead()
    expect(pull).toMatchObject({ state: 'open', checks_state: 'success', ordered_sha: null })
    const firstResponse = await mergeFixture.niamh.patch(path, { updateId, headSha: pull.head_sha })
    expect([firstResponse.status, firstResponse.body]).toEqual([
      200,
      {
        outcome: 'merged',
        message: expect.stringContaining(`#${pull.number} `),
        pullRequest: pull.number,
        url: pull.url,
        headSha: pull.head_sha,
        mergeSha: await mainHead(),
        reference: expect.stringMatching(/^UPD-/),
        accountId,
        runId: pull.run_id,
      },
    ])
    expect(await mainHead()).not.toBe(headBefore)
    const repeated = await mergeFixture.niamh.patch(path, { accountId, pullRequest: pull.number })
    expect(repeated).toMatchObject({ status: 200, body: firstResponse.body })
    await mergeFixture.app.drain()
    expect(await pullOf(mergeFixture.app, updateId)).toMatchObject({ state: 'merged', run_status: 'succeeded' })
    expect((await eventsOf(updateId)).map(({ after }) => after)).toEqual([
      { pullRequest: pull.number, headSha: pull.head_sha, merge: 'ordered' },
      { pullRequest: pull.number, headSha: pull.head_sha, merged: 'already' },
    ])
  })

  it('accepts a key with the scope, with only the account, without a review of the head commit', async () => {
    const { updateId, accountId } = await mergeFixture.ready()
    const { caller } = await mergeFixture.app.withKey(['pipeline:merge'])
    expect((await caller.patch(path, { accountId })).body).toMatchObject({ outcome: 'merged' })
    expect(await eventsOf(updateId)).toMatchObject([{ actor_name: expect.stringMatching(/^Test /), outcome: 'allowed' }])
    await mergeFixture.app.drain()
  })

  it('continues a run that had failed on its checks, once they pass', async () => {
    const { app } = mergeFixture
    const fault = app.simulator.faults.add({
      service: 'git',
      method: 'POST',
      path: '/pulls$',
      action: { kind: 'failAsync', code: 'PolicyDenied', message: 'Region not allowed' },
    })
    const { updateId, branch } = await mergeFixture.proposed()
    await app.drain()
    app.simulator.faults.remove(fault)
    const rejection = await mergeFixture.niamh.patch(path, { updateId })
    expect(rejection).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: expect.stringMatching(/#\d+ .*\(plan/) },
    })
    await app.context.clients.git.putFile({ path: 'accounts/mended.md', branch, content: 'Allowed.', message: 'Mend' })
    await until(async () => (await mergeFixture.niamh.patch(path, { updateId })).status === 200)
    await app.drain()
    expect(await pullOf(app, updateId)).toMatchObject({ state: 'merged', run_status: 'succeeded' })
  })

  it('accepts a merge that was made at the host, and continues the run', async () => {
    const { updateId, pull } = await mergeFixture.ready()
    await mergeFixture.app.context.clients.git.mergePullRequest(pull.number, pull.head_sha)
    expect(await mergeFixture.niamh.patch(path, { updateId })).toMatchObject({
      status: 200,
      body: { outcome: 'merged', mergeSha: await mainHead() },
    })
    await mergeFixture.app.drain()
    expect(await pullOf(mergeFixture.app, updateId)).toMatchObject({ run_status: 'succeeded' })
  })

  it('is not needed if pull requests are merged automatically', async () => {
    mergeFixture.app.context.config.merge = 'automatic'
    const { updateId } = await mergeFixture.proposed()
    await mergeFixture.app.drain()
    mergeFixture.app.context.config.merge = 'onRequest'
    expect(await pullOf(mergeFixture.app, updateId)).toMatchObject({ state: 'merged', ordered_sha: null, run_status: 'succeeded' })
  })

  roleSuite(
    'mergeUpdatePullRequest',
    () => mergeFixture.app,
    () => ({ path, body: { pullRequest: 1 } }),
  )

  it('rejects a branch that has moved, names the changed files, and doesn’t merge', async () => {
    const { app } = mergeFixture
    const { updateId, pull, branch } = await mergeFixture.ready()
    const headBefore = await mainHead()
    await app.context.clients.git.putFile({ path: 'accounts/sneaked.md', branch, content: 'in', message: 'One more' })
    const response = await mergeFixture.niamh.patch(path, { updateId, headSha: pull.head_sha })
    expect(response).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: expect.stringMatching(/#\d+ .* accounts\/sneaked\.md\. .*https:/) },
    })
    expect(await mainHead()).toBe(headBefore)
    const head = (await app.context.clients.git.getBranchHead(branch))!
    await until(async () => (await mergeFixture.niamh.patch(path, { updateId, headSha: head })).status === 200)
    await app.drain()
  })

  it('rejects running checks, a closed pull request and conflicts, and doesn’t merge', async () => {
    const { app } = mergeFixture
    app.simulator.asyncDelayMs = 60_000
    const { updateId } = await mergeFixture.proposed()
    app.simulator.asyncDelayMs = 40
    const pendingResponse = await mergeFixture.niamh.patch(path, { updateId })
    expect(pendingResponse).toMatchObject({ status: 409, body: { message: expect.stringContaining('(validate, plan') } })

    const conflictingPullRequest = await mergeFixture.ready()
    const { git } = app.context.clients
    const [file] = await git.changedFiles('main', conflictingPullRequest.pull.head_sha)
    const content = (await git.getFile(file!, 'main')) ?? ''
    await git.ensureBranch('other', (await mainHead())!)
    await git.putFile({ path: file!, branch: 'other', content: `${content} `, message: 'Another hand' })
    const otherPull = await git.openPullRequest({ branch: 'other', base: 'main', title: 'Other', body: '' })
    await until(async () => (await git.getChecks(otherPull.headSha)).state === 'success')
    expect((await git.mergePullRequest(otherPull.number, otherPull.headSha)).outcome).toBe('merged')
    const conflictResponse = await mergeFixture.niamh.patch(path, { updateId: conflictingPullRequest.updateId })
    expect(conflictResponse).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining(verdictOf({ number: conflictingPullRequest.pull.number, conflicts: true })) },
    })

    await git.deleteBranch(conflictingPullRequest.branch)
    expect((await mergeFixture.niamh.patch(path, { updateId: conflictingPullRequest.updateId })).body.message).toContain(
      verdictOf({ number: conflictingPullRequest.pull.number, state: 'closed' }),
    )
    for (const id of [updateId, conflictingPullRequest.updateId]) expect(await pullOf(app, id)).toMatchObject({ ordered_sha: null })
    expect((await mergeFixture.niamh.patch(path, { updateId: conflictingPullRequest.updateId })).status).toBe(409)
    expect((await stepOf(app, conflictingPullRequest.updateId))?.name).toBe('recordServices')
  })

  it('returns 404 for a pull request of another account, and rejects an empty call', async () => {
    const { git } = mergeFixture.app.context.clients
    await git.ensureBranch('somebody', (await mainHead())!)
    await git.putFile({ path: 'x.md', branch: 'somebody', content: 'x', message: 'x' })
    const otherPull = await git.openPullRequest({ branch: 'somebody', base: 'main', title: 'Theirs', body: '' })
    expect(await mergeFixture.niamh.patch(path, { pullRequest: otherPull.number })).toMatchObject({
      status: 404,
      body: { code: 'notFound' },
    })
    expect(await mergeFixture.niamh.patch(path, {})).toMatchObject({ status: 400, body: { errors: [{ field: 'updateId' }] } })
    expect((await mergeFixture.niamh.patch(path, { pullRequest: otherPull.number, force: true })).status).toBe(400)
    expect((await git.getPullRequest(otherPull.number)).state).toBe('open')
  })

  it('returns an error when the host does not respond', async () => {
    const { updateId } = await mergeFixture.ready()
    const fault = mergeFixture.app.simulator.faults.add({ service: 'git', path: '/pulls/', action: { kind: 'status', status: 404 } })
    expect(await mergeFixture.niamh.patch(path, { updateId })).toMatchObject({ status: 502, body: { code: 'outsideFailed' } })
    mergeFixture.app.simulator.faults.remove(fault)
    expect(await pullOf(mergeFixture.app, updateId)).toMatchObject({ state: 'open', ordered_sha: null })
  })
})
