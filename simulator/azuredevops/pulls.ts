import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Simulator } from '../core/simulator.ts'
import { secondsTime } from '../git/presentation.ts'
import type { PullRequest } from '../git/pullRequest.ts'
import { findPull, listPulls, openPull, updatePull } from '../git/pullRequests.ts'
import type { Repository } from '../git/repository.ts'
import { AdoError } from './adoError.ts'
import { mergeStatusOf, queueCompletion } from './completions.ts'
import { enumName } from './enums.ts'
import { presentPull } from './presentation.ts'

type IdRoute = { Params: { id: string } }
interface PullRequestBody {
  title?: string
  description?: string
  sourceRefName?: string
  targetRefName?: string
  status?: string | number
  lastMergeSourceCommit?: { commitId?: string }
  completionOptions?: { mergeStrategy?: string | number }
}

const branchOf = (ref = '') => ref.replace('refs/heads/', '')

export function registerPulls(app: FastifyInstance, sim: Simulator, repository: Repository): void {
  const present = (pull: PullRequest): object => {
    const { status, message } = mergeStatusOf(sim, repository, pull)
    return presentPull(sim, pull, status, message)
  }
  const thePull = (request: FastifyRequest<IdRoute>): PullRequest => {
    const pull = findPull(sim, repository, Number(request.params.id))
    if (pull) return pull
    const message = 'TF401180: The requested pull request was not found.'
    throw new AdoError(404, 'GitPullRequestNotFoundException', message)
  }

  const list = ({ query }: FastifyRequest<{ Querystring: Record<string, string> }>): object => {
    const requestedStatus = enumName('pullRequestStatus', query['searchCriteria.status'] ?? 'active')
    const [from, to] = [query['searchCriteria.sourceRefName'], query['searchCriteria.targetRefName']]
    const skip = Number(query.$skip) || 0
    const value = listPulls(sim, repository)
      .filter((pull) => from === undefined || pull.head === branchOf(from))
      .filter((pull) => to === undefined || pull.base === branchOf(to))
      .filter(
        (pull) =>
          requestedStatus === 'all' || requestedStatus === (pull.mergedAt ? 'completed' : pull.state === 'open' ? 'active' : 'abandoned'),
      )
      .slice(skip, skip + (Number(query.$top) || 101))
      .map(present)
    return { value, count: value.length }
  }

  const open = (request: FastifyRequest<{ Body?: PullRequestBody }>): object => {
    const { title, description, sourceRefName, targetRefName } = request.body ?? {}
    const [head, base] = [branchOf(sourceRefName), branchOf(targetRefName)]
    if (listPulls(sim, repository).some((pull) => pull.state === 'open' && pull.head === head && pull.base === base))
      throw new AdoError(
        409,
        'GitPullRequestExistsException',
        'TF401179: An active pull request for the source and target branch already exists.',
      )
    const pull = openPull(sim, repository, { head, base, ...(title ? { title } : {}), body: description ?? null }, request.asyncOutcome)
    return present(pull)
  }

  // The service ignores case in paths, and clients spell this one in two ways.
  for (const path of ['/pullrequests', '/pullRequests']) {
    app.get<{ Querystring: Record<string, string> }>(path, list)
    app.post<{ Body?: PullRequestBody }>(path, (request, reply) => reply.code(201).send(open(request)))
    app.get<IdRoute>(`${path}/:id`, (request) => present(thePull(request)))
    app.patch<IdRoute & { Body?: PullRequestBody }>(`${path}/:id`, (request) => {
      const pull = thePull(request)
      const { title = pull.title, description = pull.body, status, lastMergeSourceCommit, completionOptions } = request.body ?? {}
      const to = status === undefined ? undefined : enumName('pullRequestStatus', status)
      if (pull.state === 'closed' && to !== undefined && to !== 'active') throw closedError()
      if (to === 'completed') return complete(request, pull, lastMergeSourceCommit?.commitId, completionOptions?.mergeStrategy)
      const state = to === 'abandoned' ? 'closed' : to === 'active' && pull.mergedAt === null ? 'open' : pull.state
      const closedAt = state === 'open' ? null : (pull.closedAt ?? secondsTime(sim.clock.now()))
      return present(updatePull(sim, pull, { title, body: description, state, closedAt }))
    })
  }

  const complete = (request: FastifyRequest, pull: PullRequest, head: string | undefined, strategy: string | number = 1): object => {
    if (head === undefined)
      throw new AdoError(
        400,
        'InvalidArgumentValueException',
        'The lastMergeSourceCommit of the pull request must be given to complete it.',
      )
    if (head !== pull.headSha)
      throw new AdoError(
        409,
        'GitPullRequestStaleException',
        'TF401192: The pull request was changed by another client: its source branch has moved. Review it and try again.',
      )
    queueCompletion(sim, pull, enumName('mergeStrategy', strategy) ?? 'noFastForward', request.asyncOutcome)
    return present(pull)
  }
}

function closedError(): AdoError {
  return new AdoError(409, 'GitPullRequestNotEditableException', 'TF401181: The pull request cannot be edited due to its state.')
}
