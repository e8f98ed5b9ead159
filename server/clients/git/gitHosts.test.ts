import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { azureDevOpsValidator } from '../../../simulator/azuredevops/wireValidator.fixture.ts'
import { azureDevOpsToken } from '../../../simulator/core/constants.ts'
import type { Exchange } from '../../../simulator/core/exchangeLog.ts'
import { until } from '../../../test/until.ts'
import { createClients, type ExternalConfig } from '../clients.ts'
import { systemClock } from '../clock.ts'
import { startTestWorld, type TestWorld } from '../testWorld.ts'
import type { GitHost } from './git.ts'

const hosts = [
  {
    name: 'GitHub',
    service: 'git',
    config: ({ config }: TestWorld): ExternalConfig['git'] => config.git,
    makesBranch: ['POST', '/git/refs$'],
    writes: ['PUT', '/contents/'],
    removes: ['DELETE', '/contents/'],
    opens: ['POST', '/pulls$'],
    merges: ['PUT', '/merge$'],
  },
  {
    name: 'Azure DevOps',
    service: 'azuredevops',
    config: ({ sim }: TestWorld): ExternalConfig['git'] => ({
      host: 'azureDevOps',
      endpoint: sim.origins.azuredevops,
      token: azureDevOpsToken,
      repository: 'northgate/cloud-platform/landing-zones',
    }),
    makesBranch: ['POST', '/refs\\?'],
    writes: ['POST', '/pushes\\?'],
    removes: ['POST', '/pushes\\?'],
    opens: ['POST', '/pullrequests\\?'],
    merges: ['PATCH', '/pullrequests/'],
  },
] as const

const logger = { debug() {}, info() {}, warn() {} }
const clock = { now: systemClock.now, wait: (ms: number) => systemClock.wait(Math.ceil(ms / 100)) }

let world: TestWorld
const exchanges: Exchange[] = []
beforeAll(async () => {
  world = await startTestWorld()
  world.sim.exchanges.onExchange((exchange) => {
    if (exchange.service === 'azuredevops' && world.sim.faults.list().length === 0) exchanges.push(exchange)
  })
})
afterAll(() => world.close())

let createdCount = 0
describe.each(hosts)('$name', (host) => {
  let git: GitHost
  const clientsWith = (overrides: Partial<ExternalConfig['git']>) =>
    createClients({ ...world.config, git: { ...host.config(world), ...overrides } }, { logger, clock }).git
  beforeEach(() => {
    world.clearCache()
    world.sim.asyncDelayMs = 50
    git = clientsWith({})
  })

  async function branchWithChange() {
    const branch = `slipway/account-${++createdCount}`
    const path = `accounts/test ${createdCount}/catalogue/key-vault.yaml`
    await git.ensureBranch(branch, (await git.getBranchHead('main'))!)
    await git.putFile({ path, branch, content: `n: ${createdCount}\n`, message: 'Add an account' })
    return { branch, path }
  }
  const open = (branch: string) => git.openPullRequest({ branch, base: 'main', title: 'An account', body: 'As requested.' })
  const checksDone = (sha: string, number?: number) => until(async () => (await git.getChecks(sha, number)).state !== 'pending')
  const loses = ([method, path]: readonly [string, string]) =>
    world.sim.faults.add({ service: host.service, method, path, count: 1, action: { kind: 'reset', when: 'after' } })
  const fails = ([method, path]: readonly [string, string], code: string, message: string) =>
    world.sim.faults.add({ service: host.service, method, path, action: { kind: 'failAsync', code, message } })

  describe('a branch with files', () => {
    it('is created and written only once if the call is repeated', async () => {
      const main = (await git.getBranchHead('main'))!
      const { branch, path } = await branchWithChange()
      expect(await git.getFile(path, branch)).toBe(`n: ${createdCount}\n`)
      expect(await git.getFile(path, 'main')).toBeUndefined()
      expect(await git.listFiles(`accounts/test ${createdCount}`, branch)).toEqual([path])
      expect(await git.listFiles('accounts/nobody', branch)).toEqual([])
      const head = (await git.getBranchHead(branch))!
      expect(head).not.toBe(main)
      expect(await git.changedFiles('main', head)).toEqual([path])
      expect(await git.ensureBranch(branch, main)).toBe(head)
      await git.putFile({ path, branch, content: `n: ${createdCount}\n`, message: 'Again' })
      expect(await git.getBranchHead(branch)).toBe(head)
      await git.putFile({ path, branch, content: 'n: é\n', message: 'Change' })
      expect(await git.getFile(path, branch)).toBe('n: é\n')
      expect(await git.changedFiles('f'.repeat(40), head)).toEqual([])
    })

    it('is removed only once if the call is repeated, even if a response is lost', async () => {
      const { branch, path } = await branchWithChange()
      const { branch: otherBranch, path: lostPath } = await branchWithChange()
      await git.deleteFile({ path, branch, message: 'Remove' })
      expect(await git.getFile(path, branch)).toBeUndefined()
      const head = await git.getBranchHead(branch)
      await git.deleteFile({ path, branch, message: 'Again' })
      expect(await git.getBranchHead(branch)).toBe(head)
      loses(host.removes)
      await git.deleteFile({ path: lostPath, branch: otherBranch, message: 'Remove' })
      expect(await git.getFile(lostPath, otherBranch)).toBeUndefined()
    })

    it('is completed even if a response is lost', async () => {
      const main = (await git.getBranchHead('main'))!
      loses(host.makesBranch)
      loses(host.writes)
      const branch = `slipway/lost-${host.service}`
      expect(await git.ensureBranch(branch, main)).toBe(main)
      await git.putFile({ path: 'accounts/lost.yaml', branch, content: 'a', message: 'Add' })
      expect(await git.getFile('accounts/lost.yaml', branch)).toBe('a')
    })

    it('can be deleted twice', async () => {
      const { branch } = await branchWithChange()
      await git.deleteBranch(branch)
      await git.deleteBranch(branch)
      expect(await git.getBranchHead(branch)).toBeUndefined()
    })

    it('changes main only through a pull request', async () => {
      const path = 'accounts/direct.yaml'
      await expect(git.putFile({ path, branch: 'main', content: 'x', message: 'Direct' })).rejects.toMatchObject({ retryable: false })
      expect(await git.getFile(path, 'main')).toBeUndefined()
    })
  })

  describe('a pull request', () => {
    it('is opened once, waits for its checks, merges, and stays merged', async () => {
      const { branch, path } = await branchWithChange()
      expect(await git.findPullRequest(branch)).toBeUndefined()
      const pull = await open(branch)
      expect(pull).toMatchObject({
        state: 'open',
        branch,
        headSha: await git.getBranchHead(branch),
        url: expect.stringContaining(`/${pull.number}`),
      })
      expect((await open(branch)).number).toBe(pull.number)
      expect(await git.getPullRequest(pull.number)).toMatchObject({ state: 'open', conflicts: false })
      await checksDone(pull.headSha, pull.number)
      expect(await git.getChecks(pull.headSha, pull.number)).toMatchObject({
        state: 'success',
        checks: expect.arrayContaining([expect.objectContaining({ name: 'plan' })]),
      })

      const mergeResult = await git.mergePullRequest(pull.number, pull.headSha)
      expect(mergeResult).toMatchObject({ outcome: 'merged', sha: await git.getBranchHead('main') })
      expect(await git.mergePullRequest(pull.number, pull.headSha)).toEqual(mergeResult)
      expect(await git.findPullRequest(branch)).toMatchObject({ number: pull.number, state: 'merged' })
      expect(await git.getFile(path, 'main')).toBe(`n: ${createdCount}\n`)

      const sha = mergeResult.outcome === 'merged' ? mergeResult.sha : expect.unreachable()
      await checksDone(sha)
      const { checks } = await git.getChecks(sha)
      expect(checks.map(({ name }) => name)).toEqual(expect.arrayContaining(['apply', 'catalogue/key-vault']))
    })

    it('is merged once when the response to the merge is lost', async () => {
      const pull = await open((await branchWithChange()).branch)
      await checksDone(pull.headSha, pull.number)
      loses(host.merges)
      expect(await git.mergePullRequest(pull.number, pull.headSha)).toMatchObject({
        outcome: 'merged',
        sha: await git.getBranchHead('main'),
      })
    })

    it('is opened once when the response is lost', async () => {
      const { branch } = await branchWithChange()
      const [method, path] = host.opens
      world.sim.faults.add({ service: host.service, method, path, count: 1, action: { kind: 'truncate' } })
      const pull = await open(branch)
      expect((await git.findPullRequest(branch))?.number).toBe(pull.number)
    })

    it('does not merge while checks run, or after the branch has moved', async () => {
      world.sim.asyncDelayMs = 60_000
      const { branch } = await branchWithChange()
      const pull = await open(branch)
      expect((await git.getChecks(pull.headSha, pull.number)).state).toBe('pending')
      world.sim.asyncDelayMs = 50
      const tryMerge = async () => (await git.mergePullRequest(pull.number, pull.headSha)) as { outcome: string }
      await until(async () => (await tryMerge()).outcome !== 'inProgress')
      expect(await tryMerge()).toMatchObject({ outcome: 'notMergeable', reason: expect.stringMatching(/\.$/), conflicts: false })
      await git.putFile({ path: 'accounts/more.yaml', branch, content: 'more', message: 'More' })
      expect(await git.mergePullRequest(pull.number, pull.headSha)).toEqual({ outcome: 'headMoved' })
    })

    it('reports a conflict with main before and during a merge', async () => {
      const path = `accounts/clash-${host.service}.yaml`
      const [firstBranch, secondBranch] = [await branchWithChange(), await branchWithChange()]
      for (const { branch } of [firstBranch, secondBranch]) await git.putFile({ path, branch, content: branch, message: 'Claim' })
      const [single, pair] = [await open(firstBranch.branch), await open(secondBranch.branch)]
      for (const { headSha, number } of [single, pair]) await checksDone(headSha, number)
      expect(await git.mergePullRequest(single.number, single.headSha)).toMatchObject({ outcome: 'merged' })
      expect(await git.getPullRequest(pair.number)).toMatchObject({ state: 'open', conflicts: true })
      expect(await git.mergePullRequest(pair.number, pair.headSha)).toMatchObject({ outcome: 'notMergeable', conflicts: true })
      expect(await git.getFile(path, 'main')).toBe(firstBranch.branch)
    })

    it('reports failed checks with the cause', async () => {
      fails(host.opens, 'PlanFailed', 'The plan failed.')
      const pull = await open((await branchWithChange()).branch)
      await checksDone(pull.headSha, pull.number)
      const { state, checks } = await git.getChecks(pull.headSha, pull.number)
      expect(state).toBe('failure')
      expect(checks).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ name: 'plan', state: 'failure', summary: expect.stringContaining('The plan failed.') }),
        ]),
      )
      expect((await git.mergePullRequest(pull.number, pull.headSha)).outcome).toBe('notMergeable')
    })
  })

  it('waits as long as the host requests when it is throttled', async () => {
    const message = 'You have exceeded a secondary rate limit.'
    const status = host.service === 'git' ? 403 : 429
    world.sim.faults.add({
      service: host.service,
      count: 2,
      action: { kind: 'status', status, headers: { 'retry-after': '2' }, body: { message } },
    })
    expect(await git.getBranchHead('main')).toMatch(/^[0-9a-f]{40}$/)
  })

  it('reports a rejected token without showing it', async () => {
    const error = await clientsWith({ token: 'wrong-token-123' })
      .getBranchHead('main')
      .catch((each: Error) => each)
    expect(error).toMatchObject({
      status: 401,
      message: expect.stringMatching(new RegExp(`^${host.name} `)),
    })
    expect(JSON.stringify(error)).not.toContain('wrong-token-123')
    expect(JSON.stringify(error)).not.toContain(Buffer.from(':wrong-token-123').toString('base64'))
  })
})

describe('Azure DevOps', () => {
  const git = (overrides: Partial<ExternalConfig['git']> = {}) =>
    createClients({ ...world.config, git: { ...hosts[1].config(world), ...overrides } }, { logger, clock }).git
  beforeEach(() => {
    world.clearCache()
    world.sim.asyncDelayMs = 50
  })
  async function readyPull() {
    const branch = `slipway/ado-${++createdCount}`
    const host = git()
    await host.ensureBranch(branch, (await host.getBranchHead('main'))!)
    await host.putFile({ path: `accounts/ado-${createdCount}.yaml`, branch, content: 'a', message: 'Add' })
    const pull = await host.openPullRequest({ branch, base: 'main', title: 'One', body: '' })
    await until(async () => (await host.getChecks(pull.headSha, pull.number)).state === 'success')
    return pull
  }

  it.each([
    ['conflicts', { outcome: 'notMergeable', reason: 'The pull request conflicts with the main branch.', conflicts: true }],
    ['rejectedByPolicy', { outcome: 'notMergeable', reason: 'A repository policy doesn’t allow the merge yet.', conflicts: false }],
    ['failure', { outcome: 'notMergeable', reason: 'The merge commit is too large.', conflicts: false }],
  ])('follows a merge that returned 200 and is %s a moment later', async (code, outcome) => {
    const pull = await readyPull()
    const action = { kind: 'failAsync', code, message: 'The merge commit is too large.' } as const
    world.sim.faults.add({ service: 'azuredevops', method: 'PATCH', action })
    const headBefore = await git().getBranchHead('main')
    await expect.poll(() => git().mergePullRequest(pull.number, pull.headSha)).toEqual(outcome)
    expect(await git().getBranchHead('main')).toBe(headBefore)
  })

  it('stops waiting for a merge that never completes, and can be called again', async () => {
    const pull = await readyPull()
    world.sim.faults.add({ service: 'azuredevops', method: 'PATCH', count: 1, action: { kind: 'stuck' } })
    expect(await git().mergePullRequest(pull.number, pull.headSha)).toEqual({ outcome: 'inProgress' })
    await until(async () => (await git().mergePullRequest(pull.number, pull.headSha)).outcome === 'merged')
  })

  it('signs in as the application if there is no personal access token', async () => {
    expect(await git({ token: undefined }).getBranchHead('main')).toMatch(/^[0-9a-f]{40}$/)
  })

  it('reports an error for a sign-in page instead of an empty repository', async () => {
    world.sim.faults.add({
      service: 'azuredevops',
      action: { kind: 'status', status: 203, headers: { 'content-type': 'text/html' }, body: '<html>Sign In</html>' },
    })
    await expect(git().getBranchHead('main')).rejects.toMatchObject({ service: 'Azure DevOps', code: expect.any(String) })
  })

  it('sends calls and reads responses as Microsoft documents them', () => {
    const verdict = azureDevOpsValidator()?.validator(exchanges)
    if (!verdict) return
    expect(verdict.violations).toEqual([])
    expect(verdict.validated).toEqual(
      expect.arrayContaining(['Items_List', 'Pushes_Create', 'Refs_Update Refs', 'Pull Requests_Update', 'Diffs_Get', 'Statuses_List']),
    )
  })
})
