import type { FastifyInstance } from 'fastify'
import type { Simulator } from '../core/simulator.ts'
import { GitError } from './gitError.ts'
import { presentCommit, presentGitCommit, repositoryUrl, secondsTime } from './presentation.ts'
import { branchPushed, listPulls, updatePull } from './pullRequests.ts'
import { page } from './pulls.ts'
import { mainBranch, type Repository } from './repository.ts'

type WildcardRoute = { Params: { '*': string } }

export function registerRefs(app: FastifyInstance, sim: Simulator, repository: Repository): void {
  const presentRef = (name: string, sha: string): object => ({
    ref: `refs/heads/${name}`,
    node_id: `REF_${name}`,
    url: `${repositoryUrl(sim)}/git/refs/heads/${name}`,
    object: { type: 'commit', sha, url: `${repositoryUrl(sim)}/git/commits/${sha}` },
  })

  app.get<WildcardRoute>('/git/ref/*', (request) => {
    const name = branchName(request.params['*'])
    const sha = repository.branchHead(name)
    if (sha === undefined) throw new GitError(404, 'Not Found')
    return presentRef(name, sha)
  })
  app.get<WildcardRoute>('/git/matching-refs/*', (request) => {
    const prefix = branchName(request.params['*'])
    return repository
      .branches()
      .filter((branch) => branch.name.startsWith(prefix))
      .map((branch) => presentRef(branch.name, branch.sha))
  })
  app.post<{ Body?: { ref?: string; sha?: string } }>('/git/refs', (request, reply) => {
    const { ref = '', sha = '' } = request.body ?? {}
    if (!/^refs\/heads\/(?!\/)(?!.*(\.\.|\/\/|[\s~^:?*[\\]|\/$|\.lock$)).+$/.test(ref))
      throw new GitError(422, `Reference name must start with 'refs/' and be valid: ${ref}`)
    if (!/^[0-9a-f]{40}$/.test(sha)) throw new GitError(422, 'The sha parameter must be exactly 40 characters and contain only [0-9a-f].')
    if (!repository.commit(sha)) throw new GitError(422, 'Object does not exist')
    const name = branchName(ref)
    if (repository.branchHead(name) !== undefined) throw new GitError(422, 'Reference already exists')
    repository.setBranch(name, sha)
    return reply.code(201).send(presentRef(name, sha))
  })
  app.patch<WildcardRoute & { Body?: { sha?: string; force?: boolean } }>('/git/refs/*', (request) => {
    const name = branchName(request.params['*'])
    const head = repository.branchHead(name)
    const { sha = '', force = false } = request.body ?? {}
    if (head === undefined) throw new GitError(422, 'Reference does not exist')
    if (name === mainBranch) throw protectedBranch()
    if (!repository.commit(sha)) throw new GitError(422, 'Object does not exist')
    if (!force && repository.compare(sha, head).commits.length > 0) throw new GitError(422, 'Update is not a fast forward')
    repository.setBranch(name, sha)
    branchPushed(sim, repository, name, sha, request.asyncOutcome)
    return presentRef(name, sha)
  })
  app.delete<WildcardRoute>('/git/refs/*', (request, reply) => {
    const name = branchName(request.params['*'])
    if (repository.branchHead(name) === undefined) throw new GitError(422, 'Reference does not exist')
    if (name === mainBranch) throw new GitError(422, 'Cannot delete this protected branch')
    for (const pull of listPulls(sim, repository)) {
      if (pull.state === 'open' && pull.head === name) updatePull(sim, pull, { state: 'closed', closedAt: secondsTime(sim.clock.now()) })
    }
    repository.deleteBranch(name)
    return reply.code(204).send()
  })

  app.get('/branches', (request, reply) =>
    page(sim, request, reply, repository.branches()).map(({ name, sha }) => ({
      name,
      commit: { sha, url: `${repositoryUrl(sim)}/commits/${sha}` },
      protected: name === mainBranch,
    })),
  )
  app.get<WildcardRoute>('/branches/*', (request) => {
    const name = request.params['*']
    const sha = repository.branchHead(name)
    if (sha === undefined) throw new GitError(404, 'Branch not found')
    return { name, commit: presentCommit(sim, repository.commit(sha)!), protected: name === mainBranch }
  })
  app.get<{ Params: { sha: string } }>('/git/commits/:sha', (request) => {
    const commit = repository.commit(request.params.sha)
    if (!commit) throw new GitError(404, 'Not Found')
    return presentGitCommit(sim, commit)
  })
}

/** The rule set of the main branch rejects direct writes. */
export function protectedBranch(): GitError {
  return new GitError(409, 'Repository rule violations found\n\nChanges must be made through a pull request.\n\n')
}

function branchName(ref: string): string {
  return ref.replace(/^(refs\/)?heads\//, '')
}
