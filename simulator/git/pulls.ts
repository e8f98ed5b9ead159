import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Simulator } from '../core/simulator.ts'
import { GitError, validationFailed } from './gitError.ts'
import { presentFiles, presentPull, secondsTime } from './presentation.ts'
import type { PullRequest } from './pullRequest.ts'
import { findPull, listPulls, mergeability, mergePull, openPull, updatePull } from './pullRequests.ts'
import { type Repository, repositoryOwner } from './repository.ts'

type NumberRoute = { Params: { number: string } }

export function registerPulls(app: FastifyInstance, sim: Simulator, repository: Repository): void {
  const thePull = (request: FastifyRequest<NumberRoute>): PullRequest => {
    const pull = findPull(sim, repository, Number(request.params.number))
    if (!pull) throw new GitError(404, 'Not Found')
    return pull
  }
  const presentDetailed = (pull: PullRequest): object => {
    const { files, commits } = repository.compare(pull.baseSha, pull.headSha)
    const mergeState = pull.state === 'open' ? mergeability(sim, repository, pull) : undefined
    return {
      ...presentPull(sim, pull),
      merged: pull.mergedAt !== null,
      mergeable: mergeState ? mergeState.state !== 'dirty' : null,
      mergeable_state: mergeState?.state ?? 'unknown',
      commits: commits.length,
      changed_files: files.size,
    }
  }

  app.get<{ Querystring: Record<string, string> }>('/pulls', (request, reply) => {
    const { state = 'open', head, base } = request.query
    const matching = listPulls(sim, repository).filter(
      (pull) =>
        (state === 'all' || pull.state === state) &&
        (head === undefined || head === `${repositoryOwner}:${pull.head}`) &&
        (base === undefined || base === pull.base),
    )
    return page(sim, request, reply, matching).map((pull) => presentPull(sim, pull))
  })

  app.post<{ Body?: { title?: string; body?: string; head?: string; base?: string } }>('/pulls', (request, reply) => {
    const pull = openPull(sim, repository, request.body ?? {}, request.asyncOutcome)
    return reply.code(201).send(presentDetailed(pull))
  })

  app.get<NumberRoute>('/pulls/:number', (request) => presentDetailed(thePull(request)))
  app.patch<NumberRoute & { Body?: { title?: string; body?: string; state?: string } }>('/pulls/:number', (request) => {
    const pull = thePull(request)
    const { title = pull.title, body = pull.body, state = pull.state } = request.body ?? {}
    if (state !== 'open' && state !== 'closed') throw validationFailed({ resource: 'PullRequest', field: 'state', code: 'invalid' })
    if (pull.mergedAt !== null && state === 'open') throw validationFailed({ resource: 'PullRequest', field: 'state', code: 'invalid' })
    const closedAt = state === 'open' ? null : (pull.closedAt ?? secondsTime(sim.clock.now()))
    return presentDetailed(updatePull(sim, pull, { title, body, state, closedAt }))
  })
  app.get<NumberRoute>('/pulls/:number/files', (request, reply) => {
    const pull = thePull(request)
    const { mergeBase, files } = repository.compare(pull.baseSha, pull.headSha)
    return page(sim, request, reply, presentFiles(sim, repository, mergeBase, files))
  })
  app.get<NumberRoute>('/pulls/:number/merge', (request, reply) => {
    if (thePull(request).mergedAt === null) throw new GitError(404, 'Not Found')
    return reply.code(204).send()
  })
  app.put<NumberRoute & { Body?: { sha?: string; merge_method?: string; commit_title?: string; commit_message?: string } }>(
    '/pulls/:number/merge',
    (request) => {
      const { sha: expectedSha, merge_method: method, commit_title: title, commit_message: message } = request.body ?? {}
      const sha = mergePull(sim, repository, thePull(request), { expectedSha, method, title, message }, request.asyncOutcome)
      return { sha, merged: true, message: 'Pull Request successfully merged' }
    },
  )
}

/** Returns one page of a list (`per_page` 30, at most 100) with GitHub's Link header. */
export function page<T>(sim: Simulator, request: FastifyRequest, reply: FastifyReply, allItems: T[]): T[] {
  const query = request.query as Record<string, string>
  const size = Math.min(Math.max(Number(query.per_page) || 30, 1), 100)
  const number = Math.max(Number(query.page) || 1, 1)
  const lastPage = Math.max(Math.ceil(allItems.length / size), 1)
  const link = (to: number, rel: string) => {
    const url = new URL(request.url, sim.origins.git)
    url.searchParams.set('page', String(to))
    return `<${url.href}>; rel="${rel}"`
  }
  const links = [
    ...(number > 1 ? [link(number - 1, 'prev'), link(1, 'first')] : []),
    ...(number < lastPage ? [link(number + 1, 'next'), link(lastPage, 'last')] : []),
  ]
  if (links.length > 0) reply.header('link', links.join(', '))
  return allItems.slice((number - 1) * size, number * size)
}
