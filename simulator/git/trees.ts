import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Simulator } from '../core/simulator.ts'
import { GitError } from './gitError.ts'
import { presentGitCommit, repositoryUrl, secondsTime, treeOf } from './presentation.ts'
import type { Repository } from './repository.ts'

interface Tree {
  base: string
  changes: Record<string, string>
}
interface Entry {
  path?: string
  mode?: string
  type?: string
  content?: string
}

export function registerTrees(app: FastifyInstance, sim: Simulator, repository: Repository): void {
  const trees = sim.state.collection<Tree>('git.trees')

  app.post<{ Body?: { base_tree?: string; tree?: Entry[] } }>('/git/trees', (request, reply) => {
    const { base_tree = '', tree = [] } = request.body ?? {}
    const base = repository.branches().find(({ sha }) => treeOf(sha) === base_tree)?.sha
    if (base === undefined) throw new GitError(422, 'base_tree is not a valid tree')
    const invalidEntry = tree.find(
      ({ path, mode, type, content }) => !path || mode !== '100644' || type !== 'blob' || content === undefined,
    )
    if (tree.length === 0 || invalidEntry) throw new GitError(422, 'Invalid tree info')
    const { sha, changes } = sim.state.atomically(() => {
      const blobs = tree.map(({ path, content }) => [path!, repository.addBlob(Buffer.from(content!))] as const)
      const updated = Object.fromEntries(blobs.filter(([path, blob]) => repository.fileAt(base, path) !== blob))
      if (Object.keys(updated).length === 0) return { sha: base_tree, changes: updated }
      const id = createHash('sha1')
        .update(JSON.stringify([base, updated]))
        .digest('hex')
      trees.set(id, { base, changes: updated })
      return { sha: id, changes: updated }
    })
    return reply.code(201).send({
      sha,
      url: `${repositoryUrl(sim)}/git/trees/${sha}`,
      tree: Object.entries(changes).map(([path, blob]) => ({ path, mode: '100644', type: 'blob', sha: blob })),
      truncated: false,
    })
  })

  app.post<{ Body?: { message?: string; tree?: string; parents?: string[] } }>('/git/commits', (request, reply) => {
    const { message, tree = '', parents = [] } = request.body ?? {}
    const createdTree = trees.get(tree)
    if (!message || !createdTree) throw new GitError(422, 'Tree SHA does not exist')
    if (parents.length !== 1 || parents[0] !== createdTree.base)
      throw new GitError(422, 'Parent SHA does not exist or is not a commit object')
    const commit = repository.addCommit({
      message,
      author: { name: 'slipway-bot', email: 'slipway-bot@northgate.example', date: secondsTime(sim.clock.now()) },
      parents,
      changes: createdTree.changes,
    })
    return reply.code(201).send(presentGitCommit(sim, commit))
  })
}
