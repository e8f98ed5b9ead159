import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../test/until.ts'
import { createClients } from './clients.ts'
import type { GitHost } from './git.ts'
import { startTestWorld, type TestWorld } from './testWorld.ts'

let world: TestWorld
let git: GitHost
beforeAll(async () => {
  world = await startTestWorld()
  git = world.clients.git
})
afterAll(() => world.close())
beforeEach(() => {
  world.forget()
  world.sim.asyncDelayMs = 50
})

let made = 0
async function branchWithChange() {
  const branch = `slipway/account-${++made}`
  const path = `accounts/test ${made}/catalogue/key-vault.yaml`
  await git.ensureBranch(branch, (await git.getBranchHead('main'))!)
  await git.putFile({ path, branch, content: `n: ${made}\n`, message: 'Add an account' })
  return { branch, path }
}
const open = (branch: string) => git.openPullRequest({ branch, base: 'main', title: 'An account', body: 'As requested.' })
const checksDone = (sha: string) => until(async () => (await git.getChecks(sha)).state !== 'pending')

describe('branches and files', () => {
  it('are made and written once, however often that is asked', async () => {
    const main = (await git.getBranchHead('main'))!
    const { branch, path } = await branchWithChange()
    expect(await git.getFile(path, branch)).toBe(`n: ${made}\n`)
    expect(await git.getFile(path, 'main')).toBeUndefined()
    const head = await git.getBranchHead(branch)
    expect(head).not.toBe(main)
    expect(await git.ensureBranch(branch, main)).toBe(head)
    await git.putFile({ path, branch, content: `n: ${made}\n`, message: 'Again' })
    expect(await git.getBranchHead(branch)).toBe(head)
    await git.putFile({ path, branch, content: 'n: é\n', message: 'Change' })
    expect(await git.getFile(path, branch)).toBe('n: é\n')
  })

  it('are removed once, however often that is asked, also when the answer is lost', async () => {
    const { branch, path } = await branchWithChange()
    const { branch: other, path: lost } = await branchWithChange()
    await git.deleteFile({ path, branch, message: 'Remove' })
    expect(await git.getFile(path, branch)).toBeUndefined()
    const head = await git.getBranchHead(branch)
    await git.deleteFile({ path, branch, message: 'Again' })
    expect(await git.getBranchHead(branch)).toBe(head)
    world.sim.faults.add({ service: 'git', method: 'DELETE', path: '/contents/', count: 1, action: { kind: 'reset', when: 'after' } })
    await git.deleteFile({ path: lost, branch: other, message: 'Remove' })
    expect(await git.getFile(lost, other)).toBeUndefined()
  })

  it('come through when an answer is lost', async () => {
    const main = (await git.getBranchHead('main'))!
    world.sim.faults.add({ service: 'git', method: 'POST', path: '/git/refs$', count: 1, action: { kind: 'reset', when: 'after' } })
    world.sim.faults.add({ service: 'git', method: 'PUT', path: '/contents/', count: 1, action: { kind: 'reset', when: 'after' } })
    const branch = 'slipway/lost'
    expect(await git.ensureBranch(branch, main)).toBe(main)
    await git.putFile({ path: 'accounts/lost.yaml', branch, content: 'a', message: 'Add' })
    expect(await git.getFile('accounts/lost.yaml', branch)).toBe('a')
  })

  it('are gone after deletion, twice', async () => {
    const { branch } = await branchWithChange()
    await git.deleteBranch(branch)
    await git.deleteBranch(branch)
    expect(await git.getBranchHead(branch)).toBeUndefined()
  })
})

describe('pull requests', () => {
  it('are opened once, wait for their checks, merge, and stay merged', async () => {
    const { branch, path } = await branchWithChange()
    expect(await git.findPullRequest(branch)).toBeUndefined()
    const pull = await open(branch)
    expect(pull).toMatchObject({ state: 'open', branch, headSha: await git.getBranchHead(branch) })
    expect((await open(branch)).number).toBe(pull.number)
    expect(await git.getPullRequest(pull.number)).toMatchObject({ state: 'open' })
    await checksDone(pull.headSha)
    expect(await git.getChecks(pull.headSha)).toMatchObject({
      state: 'success',
      checks: expect.arrayContaining([expect.objectContaining({ name: 'plan' })]),
    })

    const merged = await git.mergePullRequest(pull.number, pull.headSha)
    expect(merged).toMatchObject({ outcome: 'merged', sha: await git.getBranchHead('main') })
    expect(await git.mergePullRequest(pull.number, pull.headSha)).toEqual(merged)
    expect(await git.findPullRequest(branch)).toMatchObject({ number: pull.number, state: 'merged' })
    expect(await git.getFile(path, 'main')).toBe(`n: ${made}\n`)

    const sha = merged.outcome === 'merged' ? merged.sha : expect.unreachable()
    await checksDone(sha)
    const { checks } = await git.getChecks(sha)
    expect(checks.map(({ name }) => name)).toEqual(expect.arrayContaining(['apply', 'catalogue/key-vault']))
  })

  it('whose merge was done but not answered are merged', async () => {
    const pull = await open((await branchWithChange()).branch)
    await checksDone(pull.headSha)
    world.sim.faults.add({ service: 'git', method: 'PUT', path: '/merge$', count: 1, action: { kind: 'reset', when: 'after' } })
    expect(await git.mergePullRequest(pull.number, pull.headSha)).toMatchObject({ outcome: 'merged', sha: await git.getBranchHead('main') })
  })

  it('whose answer was lost on opening are opened once', async () => {
    const { branch } = await branchWithChange()
    world.sim.faults.add({ service: 'git', method: 'POST', path: '/pulls$', count: 1, action: { kind: 'truncate' } })
    const pull = await open(branch)
    expect((await git.findPullRequest(branch))?.number).toBe(pull.number)
  })

  it('do not merge while checks run, nor when the branch has moved', async () => {
    world.sim.asyncDelayMs = 60_000
    const { branch } = await branchWithChange()
    const pull = await open(branch)
    expect((await git.getChecks(pull.headSha)).state).toBe('pending')
    expect(await git.mergePullRequest(pull.number, pull.headSha)).toMatchObject({ outcome: 'notMergeable', reason: expect.any(String) })
    await git.putFile({ path: 'accounts/more.yaml', branch, content: 'more', message: 'More' })
    expect(await git.mergePullRequest(pull.number, pull.headSha)).toEqual({ outcome: 'headMoved' })
  })

  it('whose checks fail say so', async () => {
    world.sim.faults.add({
      service: 'git',
      method: 'POST',
      path: '/pulls$',
      action: { kind: 'failAsync', code: 'PlanFailed', message: 'The plan failed.' },
    })
    const pull = await open((await branchWithChange()).branch)
    await checksDone(pull.headSha)
    expect((await git.getChecks(pull.headSha)).state).toBe('failure')
    expect((await git.mergePullRequest(pull.number, pull.headSha)).outcome).toBe('notMergeable')
  })
})

it('a token that is refused is an error in plain words that does not show it', async () => {
  const logger = { debug() {}, info() {}, warn() {} }
  const { git: stranger } = createClients({ ...world.config, git: { ...world.config.git, token: 'wrong-token-123' } }, { logger })
  const error = await stranger.getBranchHead('main').catch((each: Error) => each)
  expect(error).toMatchObject({ status: 401, message: expect.stringMatching(/^GitHub did not accept Slipway's sign-in/) })
  expect(JSON.stringify(error)).not.toContain('wrong-token-123')
})
