import type { AsyncOutcome } from '../core/serviceApp.ts'
import type { Simulator } from '../core/simulator.ts'
import { applyChecks, checksOf, requiredChecks, startChecks } from './checks.ts'
import { GitError, validationFailed } from './gitError.ts'
import { secondsTime } from './presentation.ts'
import type { PullRequest } from './pullRequest.ts'
import { type Repository, repositoryOwner } from './repository.ts'

const storedPulls = (sim: Simulator) => sim.state.collection<PullRequest>('git.pulls')
const key = (number: number) => String(number).padStart(8, '0')

export function listPulls(sim: Simulator, repository: Repository): PullRequest[] {
  return storedPulls(sim)
    .values()
    .map((pull) => withHeads(repository, pull))
    .reverse()
}

export function findPull(sim: Simulator, repository: Repository, number: number): PullRequest | undefined {
  const pull = storedPulls(sim).get(key(number))
  return pull && withHeads(repository, pull)
}

function withHeads(repository: Repository, pull: PullRequest): PullRequest {
  if (pull.state === 'closed') return pull
  return { ...pull, headSha: repository.branchHead(pull.head) ?? pull.headSha, baseSha: repository.branchHead(pull.base) ?? pull.baseSha }
}

/** @throws GitError 422 like GitHub: unknown branch, nothing to merge, or an open pull request for this head */
export function openPull(
  sim: Simulator,
  repository: Repository,
  details: { title?: string; body?: string | null; head?: string; base?: string },
  asyncOutcome: AsyncOutcome,
): PullRequest {
  if (!details.title) throw validationFailed({ resource: 'PullRequest', code: 'missing_field', field: 'title' })
  const head = (details.head ?? '').replace(`${repositoryOwner}:`, '')
  const base = details.base ?? ''
  const headSha = repository.branchHead(head)
  const baseSha = repository.branchHead(base)
  if (headSha === undefined) throw validationFailed({ resource: 'PullRequest', field: 'head', code: 'invalid' })
  if (baseSha === undefined) throw validationFailed({ resource: 'PullRequest', field: 'base', code: 'invalid' })
  const allPulls = listPulls(sim, repository)
  if (allPulls.some((pull) => pull.state === 'open' && pull.head === head && pull.base === base)) {
    throw validationFailed({
      resource: 'PullRequest',
      code: 'custom',
      message: `A pull request already exists for ${repositoryOwner}:${head}.`,
    })
  }
  if (repository.compare(baseSha, headSha).commits.length === 0) {
    throw validationFailed({ resource: 'PullRequest', code: 'custom', message: `No commits between ${base} and ${head}` })
  }
  const now = secondsTime(sim.clock.now())
  const pull: PullRequest = {
    number: (allPulls[0]?.number ?? 0) + 1,
    state: 'open',
    title: details.title,
    body: details.body ?? null,
    head,
    headSha,
    base,
    baseSha,
    createdAt: now,
    updatedAt: now,
    closedAt: null,
    mergedAt: null,
    mergeCommitSha: null,
  }
  storedPulls(sim).set(key(pull.number), pull)
  startChecks(sim, headSha, requiredChecks, asyncOutcome)
  return pull
}

export function updatePull(sim: Simulator, pull: PullRequest, change: Partial<PullRequest>): PullRequest {
  const updatedPull = { ...pull, ...change, updatedAt: secondsTime(sim.clock.now()) }
  storedPulls(sim).set(key(pull.number), updatedPull)
  return updatedPull
}

export function branchPushed(sim: Simulator, repository: Repository, branch: string, sha: string, asyncOutcome: AsyncOutcome): void {
  if (listPulls(sim, repository).some((pull) => pull.state === 'open' && pull.head === branch))
    startChecks(sim, sha, requiredChecks, asyncOutcome)
}

type Mergeability = { state: 'clean' } | { state: 'dirty' } | { state: 'blocked'; reason: string }

export function mergeability(sim: Simulator, repository: Repository, pull: PullRequest): Mergeability {
  const headChanges = repository.compare(pull.baseSha, pull.headSha)
  const baseChanges = repository.compare(headChanges.mergeBase, pull.baseSha)
  const isConflicting = [...headChanges.files].some(([path, blob]) => baseChanges.files.has(path) && baseChanges.files.get(path) !== blob)
  if (isConflicting) return { state: 'dirty' }
  const checks = checksOf(sim, pull.headSha)
  for (const name of requiredChecks) {
    const check = checks.find((each) => each.name === name)
    if (check?.conclusion === 'success') continue
    const state = check === undefined ? 'expected' : check.status === 'in_progress' ? 'in progress' : 'failing'
    return { state: 'blocked', reason: `Required status check "${name}" is ${state}.` }
  }
  return { state: 'clean' }
}

/**
 * Merges and runs the pipeline on the merge commit. @throws GitError 405 when it can't be merged, 409 when the head is not `expectedSha`
 */
export function mergePull(
  sim: Simulator,
  repository: Repository,
  pull: PullRequest,
  options: { expectedSha?: string; method?: string; title?: string; message?: string },
  asyncOutcome: AsyncOutcome,
): string {
  if (pull.state === 'closed') throw new GitError(405, 'Pull Request is not mergeable')
  if (options.expectedSha !== undefined && options.expectedSha !== pull.headSha) {
    throw new GitError(409, 'Head branch was modified. Review and try the merge again.')
  }
  const mergeState = mergeability(sim, repository, pull)
  if (mergeState.state === 'dirty') throw new GitError(405, 'Pull Request is not mergeable')
  if (mergeState.state === 'blocked') throw new GitError(405, mergeState.reason)

  const { files } = repository.compare(pull.baseSha, pull.headSha)
  const now = secondsTime(sim.clock.now())
  const title =
    options.title ??
    (options.method === 'squash'
      ? `${pull.title} (#${pull.number})`
      : `Merge pull request #${pull.number} from ${repositoryOwner}/${pull.head}`)
  return sim.state.atomically(() => {
    const merge = repository.addCommit({
      message: options.message ? `${title}\n\n${options.message}` : title,
      author: { name: 'slipway-bot', email: 'slipway-bot@northgate.example', date: now },
      parents: options.method === 'squash' || options.method === 'rebase' ? [pull.baseSha] : [pull.baseSha, pull.headSha],
      changes: Object.fromEntries(files),
    })
    repository.setBranch(pull.base, merge.sha)
    updatePull(sim, pull, { state: 'closed', closedAt: now, mergedAt: now, mergeCommitSha: merge.sha })
    startChecks(sim, merge.sha, applyChecks(files.keys()), asyncOutcome)
    return merge.sha
  })
}
