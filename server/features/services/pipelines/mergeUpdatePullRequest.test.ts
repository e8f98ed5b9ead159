import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { until } from '../../../../test/until.ts'
import { type Merging, pullOf, startMerging, stepOf } from './merging.fixture.ts'

let given: Merging
beforeAll(async () => {
  given = await startMerging()
})
afterAll(() => given.app.close())

const path = '/utils/pipeline/update/merge'
const mainHead = () => given.app.context.clients.git.getBranchHead('main')
const eventsOf = async (updateId: string) =>
  given.app.db
    .selectFrom('audit_events')
    .select(['actor_name', 'outcome', 'after'])
    .where('operation', '=', 'mergeUpdatePullRequest')
    .where('subject_id', '=', updateId)
    .orderBy('id')
    .execute()

describe('mergeUpdatePullRequest', () => {
  it('merges the pull request, continues the run immediately, and returns the same for a repeated call', async () => {
    const { updateId, accountId, pull } = await given.ready()
    const before = await mainHead()
    expect(pull).toMatchObject({ state: 'open', checks_state: 'success', ordered_sha: null })
    const first = await given.niamh.patch(path, { updateId, headSha: pull.head_sha })
    expect([first.status, first.body]).toEqual([
      200,
      {
        outcome: 'merged',
        message: expect.stringContaining(`#${pull.number} is merged`),
        pullRequest: pull.number,
        url: pull.url,
        headSha: pull.head_sha,
        mergeSha: await mainHead(),
        reference: expect.stringMatching(/^UPD-/),
        accountId,
        runId: pull.run_id,
      },
    ])
    expect(await mainHead()).not.toBe(before)
    const repeated = await given.niamh.patch(path, { accountId, pullRequest: pull.number })
    expect(repeated).toMatchObject({ status: 200, body: first.body })
    await given.app.drain()
    expect(await pullOf(given.app, updateId)).toMatchObject({ state: 'merged', run_status: 'succeeded' })
    expect((await eventsOf(updateId)).map(({ after }) => after)).toEqual([
      { pullRequest: pull.number, headSha: pull.head_sha, merge: 'ordered' },
      { pullRequest: pull.number, headSha: pull.head_sha, merged: 'already' },
    ])
  })

  it('accepts a key with the scope, by account alone, without a review of the head commit', async () => {
    const { updateId, accountId } = await given.ready()
    const { caller } = await given.app.withKey(['pipeline:merge'])
    expect((await caller.patch(path, { accountId })).body).toMatchObject({ outcome: 'merged' })
    expect(await eventsOf(updateId)).toMatchObject([{ actor_name: expect.stringMatching(/^Test /), outcome: 'allowed' }])
    await given.app.drain()
  })

  it('continues a run that had failed on its checks, once they pass', async () => {
    const { app } = given
    const fault = app.simulator.faults.add({
      service: 'git',
      method: 'POST',
      path: '/pulls$',
      action: { kind: 'failAsync', code: 'PolicyDenied', message: 'Region not allowed' },
    })
    const { updateId, branch } = await given.proposed()
    await app.drain()
    app.simulator.faults.remove(fault)
    const refused = await given.niamh.patch(path, { updateId })
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: expect.stringMatching(/checks of pull request #\d+ failed \(plan/) },
    })
    await app.context.clients.git.putFile({ path: 'accounts/mended.md', branch, content: 'Allowed.', message: 'Mend' })
    await until(async () => (await given.niamh.patch(path, { updateId })).status === 200)
    await app.drain()
    expect(await pullOf(app, updateId)).toMatchObject({ state: 'merged', run_status: 'succeeded' })
  })

  it('accepts a merge at the host, and the run continues', async () => {
    const { updateId, pull } = await given.ready()
    await given.app.context.clients.git.mergePullRequest(pull.number, pull.head_sha)
    expect(await given.niamh.patch(path, { updateId })).toMatchObject({
      status: 200,
      body: { outcome: 'merged', mergeSha: await mainHead() },
    })
    await given.app.drain()
    expect(await pullOf(given.app, updateId)).toMatchObject({ run_status: 'succeeded' })
  })

  it('is unnecessary where pull requests are merged automatically', async () => {
    given.app.context.config.merge = 'automatic'
    const { updateId } = await given.proposed()
    await given.app.drain()
    given.app.context.config.merge = 'onRequest'
    expect(await pullOf(given.app, updateId)).toMatchObject({ state: 'merged', ordered_sha: null, run_status: 'succeeded' })
  })

  roleSuite(
    'mergeUpdatePullRequest',
    () => given.app,
    () => ({ path, body: { pullRequest: 1 } }),
  )

  it('rejects a branch that has moved, with what changed, and merges nothing', async () => {
    const { app } = given
    const { updateId, pull, branch } = await given.ready()
    const before = await mainHead()
    await app.context.clients.git.putFile({ path: 'accounts/sneaked.md', branch, content: 'in', message: 'One more' })
    const answer = await given.niamh.patch(path, { updateId, headSha: pull.head_sha })
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: expect.stringMatching(/was changed since .* accounts\/sneaked\.md\. See https:/) },
    })
    expect(await mainHead()).toBe(before)
    // A merge order is for one commit and doesn't include later pushes.
    const head = (await app.context.clients.git.getBranchHead(branch))!
    await until(async () => (await given.niamh.patch(path, { updateId, headSha: head })).status === 200)
    await app.drain()
  })

  it('rejects running checks, a closed pull request and conflicts, and merges nothing', async () => {
    const { app } = given
    app.simulator.asyncDelayMs = 60_000
    const { updateId } = await given.proposed()
    app.simulator.asyncDelayMs = 40
    const pending = await given.niamh.patch(path, { updateId })
    expect(pending).toMatchObject({ status: 409, body: { message: expect.stringMatching(/still run \(validate, plan/) } })

    const clash = await given.ready()
    const { git } = app.context.clients
    const [file] = await git.changedFiles('main', clash.pull.head_sha)
    const content = (await git.getFile(file!, 'main')) ?? ''
    await git.ensureBranch('other', (await mainHead())!)
    await git.putFile({ path: file!, branch: 'other', content: `${content} `, message: 'Another hand' })
    const other = await git.openPullRequest({ branch: 'other', base: 'main', title: 'Other', body: '' })
    await until(async () => (await git.getChecks(other.headSha)).state === 'success')
    expect((await git.mergePullRequest(other.number, other.headSha)).outcome).toBe('merged')
    const conflicting = await given.niamh.patch(path, { updateId: clash.updateId })
    expect(conflicting).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/conflicts with the main branch.*See https:/) },
    })

    await git.deleteBranch(clash.branch)
    expect((await given.niamh.patch(path, { updateId: clash.updateId })).body.message).toContain('closed without being merged')
    for (const id of [updateId, clash.updateId]) expect(await pullOf(app, id)).toMatchObject({ ordered_sha: null })
    expect((await given.niamh.patch(path, { updateId: clash.updateId })).status).toBe(409)
    expect((await stepOf(app, clash.updateId))?.name).toBe('recordServices')
  })

  it('returns 404 for a pull request of others, and rejects an empty call', async () => {
    const { git } = given.app.context.clients
    await git.ensureBranch('somebody', (await mainHead())!)
    await git.putFile({ path: 'x.md', branch: 'somebody', content: 'x', message: 'x' })
    const theirs = await git.openPullRequest({ branch: 'somebody', base: 'main', title: 'Theirs', body: '' })
    expect(await given.niamh.patch(path, { pullRequest: theirs.number })).toMatchObject({ status: 404, body: { code: 'notFound' } })
    expect(await given.niamh.patch(path, {})).toMatchObject({ status: 400, body: { errors: [{ field: 'updateId' }] } })
    expect((await given.niamh.patch(path, { pullRequest: theirs.number, force: true })).status).toBe(400)
    expect((await git.getPullRequest(theirs.number)).state).toBe('open')
  })

  it('returns an error when the host does not respond', async () => {
    const { updateId } = await given.ready()
    const fault = given.app.simulator.faults.add({ service: 'git', path: '/pulls/', action: { kind: 'status', status: 404 } })
    expect(await given.niamh.patch(path, { updateId })).toMatchObject({ status: 502, body: { code: 'outsideFailed' } })
    given.app.simulator.faults.remove(fault)
    expect(await pullOf(given.app, updateId)).toMatchObject({ state: 'open', ordered_sha: null })
  })
})
