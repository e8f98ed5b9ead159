import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Simulator } from '../core/simulator.ts'
import { checksOf } from './checks.ts'
import { GitError } from './gitError.ts'
import { numberOf, presentCheck, presentCommit, presentFiles, presentRepository, repositoryUrl, secondsTime } from './presentation.ts'
import { page } from './pulls.ts'
import type { Commit, Repository } from './repository.ts'

type WildcardRoute = { Params: { '*': string }; Querystring: Record<string, string> }

/** References can contain slashes, so paths are parsed here. */
export function registerCommits(app: FastifyInstance, sim: Simulator, repository: Repository): void {
  app.get<WildcardRoute>('/commits/*', (request, reply) => {
    const [, ref = '', view] = /^(.+?)(?:\/(check-runs|status|statuses))?$/.exec(request.params['*']) ?? []
    const commit = repository.resolve(ref)
    if (!commit) throw new GitError(422, `No commit found for SHA: ${ref}`)
    if (view === 'check-runs') return checkRuns(request, reply, commit)
    if (view === 'status') return combinedStatus(commit)
    if (view === 'statuses') return statuses(commit)
    const base = commit.parents[0]
    return {
      ...presentCommit(sim, commit),
      files: base === undefined ? [] : presentFiles(sim, repository, base, new Map(Object.entries(commit.changes))),
    }
  })

  const checkRuns = (request: FastifyRequest<WildcardRoute>, reply: FastifyReply, commit: Commit): object => {
    const { check_name: name, status } = request.query
    const matching = checksOf(sim, commit.sha).filter(
      (check) => (name === undefined || check.name === name) && (status === undefined || check.status === status),
    )
    return {
      total_count: matching.length,
      check_runs: page(sim, request, reply, matching).map((check) => presentCheck(sim, commit.sha, check)),
    }
  }

  /** The pipeline reports checks. For older integrations, the commit status has the same result in one context. */
  const statuses = (commit: Commit): object[] => {
    const checks = checksOf(sim, commit.sha)
    if (checks.length === 0) return []
    const isFailed = checks.some((check) => check.conclusion === 'failure')
    const isPending = checks.some((check) => check.conclusion === null)
    const state = isFailed ? 'failure' : isPending ? 'pending' : 'success'
    const timestamp = secondsTime(checks[0]!.startedAt)
    return [
      {
        id: numberOf(`status ${commit.sha}`),
        state,
        context: 'landing-zones/pipeline',
        description: { failure: 'The pipeline failed', pending: 'The pipeline is running', success: 'The pipeline passed' }[state],
        target_url: null,
        created_at: timestamp,
        updated_at: timestamp,
      },
    ]
  }
  const combinedStatus = (commit: Commit): object => {
    const allStatuses = statuses(commit) as { state: string }[]
    return {
      // GitHub returns pending when no status has been reported.
      state: allStatuses[0]?.state ?? 'pending',
      sha: commit.sha,
      total_count: allStatuses.length,
      statuses: allStatuses,
      repository: presentRepository(sim),
      commit_url: `${repositoryUrl(sim)}/commits/${commit.sha}`,
      url: `${repositoryUrl(sim)}/commits/${commit.sha}/status`,
    }
  }

  app.get<WildcardRoute>('/compare/*', (request) => {
    const [baseRef = '', headRef = ''] = request.params['*'].split('...')
    const base = repository.resolve(baseRef)
    const head = repository.resolve(headRef)
    if (!base || !head) throw new GitError(404, 'Not Found')
    const { mergeBase, commits, behindBy, files } = repository.compare(base.sha, head.sha)
    const status = commits.length === 0 ? (behindBy === 0 ? 'identical' : 'behind') : behindBy === 0 ? 'ahead' : 'diverged'
    return {
      url: `${repositoryUrl(sim)}/compare/${baseRef}...${headRef}`,
      base_commit: presentCommit(sim, base),
      merge_base_commit: presentCommit(sim, repository.commit(mergeBase)!),
      status,
      ahead_by: commits.length,
      behind_by: behindBy,
      total_commits: commits.length,
      commits: commits.map((commit) => presentCommit(sim, commit)),
      files: presentFiles(sim, repository, mergeBase, files),
    }
  })
}
