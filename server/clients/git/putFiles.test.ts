import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { azureDevOpsToken } from '../../../simulator/core/constants.ts'
import { createClients } from '../clients.ts'
import { startTestWorld, type TestWorld } from '../testWorld.ts'
import type { GitHost } from './git.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startTestWorld()
})
afterEach(() => world.sim.faults.clear())
afterAll(() => world.close())

const hosts = [
  {
    name: 'GitHub',
    service: 'git',
    git: () => world.clients.git,
    loses: ['/git/trees', '/git/commits$', '/git/refs/heads'],
    reads: { method: 'POST', path: '/git/trees' },
    updatesBranch: { method: 'PATCH', path: '/git/refs/' },
    rejection: { status: 422 },
  },
  {
    name: 'Azure DevOps',
    service: 'azuredevops',
    git: () => {
      const repository = 'northgate/cloud-platform/landing-zones'
      const { origins } = world.sim
      const git = { host: 'azureDevOps' as const, endpoint: origins.azuredevops, token: azureDevOpsToken, repository }
      return createClients({ ...world.config, git }, { logger: { debug() {}, info() {}, warn() {} } }).git
    },
    loses: ['/pushes\\?'],
    reads: { method: 'GET', path: '/items' },
    updatesBranch: { method: 'POST', path: '/pushes\\?' },
    rejection: { status: 409, message: expect.stringContaining('TF401028') },
  },
] as const

describe.each(hosts)('a commit of many files at $name', (host) => {
  const filesOf = (folder: string) =>
    ['a', 'b', 'c'].map((name) => ({ path: `accounts/${host.service}-${folder}-${name}/account.json`, content: `${name} £\n` }))
  async function newBranch(branch: string) {
    const git: GitHost = host.git()
    const name = `${host.service}-${branch}`
    return { git, branch: name, base: await git.ensureBranch(name, (await git.getBranchHead('main'))!), files: filesOf(branch) }
  }

  it('is written once, and not at all when the files are unchanged', async () => {
    const { git, branch, base, files } = await newBranch('many')
    world.clearCache()
    await git.putFiles({ files, branch, message: 'Add many' })
    expect(world.calls(host.service).length).toBeLessThanOrEqual(5)
    const head = await git.getBranchHead(branch)
    expect(await git.changedFiles(base, branch)).toEqual(files.map(({ path }) => path))
    for (const { path, content } of files) expect(await git.getFile(path, branch)).toBe(content)
    await git.putFiles({ files, branch, message: 'Add many' })
    expect(await git.getBranchHead(branch)).toBe(head)
  })

  it('changes and adds files and keeps unchanged ones', async () => {
    const { git, branch, files } = await newBranch('mixed')
    await git.putFiles({ files: files.slice(0, 2), branch, message: 'Add two' })
    const head = (await git.getBranchHead(branch))!
    const changedFiles = files.map((file, n) => (n === 0 ? { ...file, content: 'other' } : file))
    await git.putFiles({ files: changedFiles, branch, message: 'Change one, add one' })
    expect(await git.changedFiles(head, branch)).toEqual([files[0]!.path, files[2]!.path])
    expect(await git.getFile(files[0]!.path, branch)).toBe('other')
  })

  it.each(host.loses)('is written once when the response of %s is lost', async (path) => {
    const { git, branch, base, files } = await newBranch(`lost-${path.replaceAll(/\W/g, '')}`)
    world.sim.faults.add({ service: host.service, path, count: 1, action: { kind: 'reset', when: 'after' } })
    await git.putFiles({ files, branch, message: 'Add many' })
    expect(await git.changedFiles(base, branch)).toHaveLength(3)
  })

  it('doesn’t overwrite changes that another author pushed in the meantime', async () => {
    const { git, branch, files } = await newBranch('moved')
    let pushedPromise: Promise<void> | undefined
    const end = world.sim.exchanges.onExchange(({ path, method }) => {
      if (method === host.reads.method && path.includes(host.reads.path))
        pushedPromise ??= host.git().putFile({ path: 'accounts/theirs.json', branch, content: 'theirs', message: 'Theirs' })
    })
    world.sim.faults.add({ service: host.service, ...host.updatesBranch, count: 1, action: { kind: 'delay', ms: 300 } })
    const pendingWrite = git.putFiles({ files, branch, message: 'Add many' })
    await expect(pendingWrite).rejects.toMatchObject({ ...host.rejection, retryable: false })
    end()
    await pushedPromise
    expect(await git.getFile('accounts/theirs.json', branch)).toBe('theirs')
    expect(await git.getFile(files[0]!.path, branch)).toBeUndefined()
  })

  it('is not written on main, or on a missing branch', async () => {
    const { git, files } = await newBranch('refused')
    for (const branch of ['main', 'nowhere'])
      await expect(git.putFiles({ files, branch, message: 'Add many' })).rejects.toMatchObject({ retryable: false })
    expect(await git.getFile(files[0]!.path, 'main')).toBeUndefined()
  })
})
