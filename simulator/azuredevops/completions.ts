import type { AsyncOutcome } from '../core/serviceApp.ts'
import type { Simulator } from '../core/simulator.ts'
import type { PullRequest } from '../git/pullRequest.ts'
import { findPull, mergeability, mergePull } from '../git/pullRequests.ts'
import type { Repository } from '../git/repository.ts'
import type { MergeStatus } from './presentation.ts'

/** The service accepts a requested merge immediately and completes or rejects it later. */
interface Completion {
  number: number
  headSha: string
  method: string
  startedAt: number
  durationMs: number
  fate: AsyncOutcome
  outcome?: { status: MergeStatus; message?: string }
}

const maxDurationMs = 250
const failedStatuses = new Set<MergeStatus>(['conflicts', 'rejectedByPolicy', 'failure'])
const completions = (sim: Simulator) => sim.state.collection<Completion>('azuredevops.completions')

export function queueCompletion(sim: Simulator, pull: PullRequest, method: string, asyncOutcome: AsyncOutcome): void {
  const startedAt = sim.clock.now().getTime()
  const durationMs = Math.min(sim.asyncDelayMs / 4, maxDurationMs)
  completions(sim).set(String(pull.number), {
    number: pull.number,
    headSha: pull.headSha,
    method,
    startedAt,
    durationMs,
    fate: asyncOutcome,
  })
}

export function completeRuns(sim: Simulator, repository: Repository): void {
  const now = sim.clock.now().getTime()
  for (const completion of completions(sim).values()) {
    const { number, headSha, startedAt, durationMs, fate: asyncOutcome, outcome, method } = completion
    if (outcome || asyncOutcome.kind === 'stuck' || now < startedAt + durationMs) continue
    const pull = findPull(sim, repository, number)
    if (!pull || pull.state === 'closed' || pull.headSha !== headSha) {
      completions(sim).delete(String(number))
      continue
    }
    const forcedStatus = asyncOutcome.kind === 'fail' ? [...failedStatuses].find((status) => status === asyncOutcome.code) : undefined
    const mergeState = mergeability(sim, repository, pull)
    const error =
      forcedStatus ?? (mergeState.state === 'dirty' ? 'conflicts' : mergeState.state === 'blocked' ? 'rejectedByPolicy' : undefined)
    if (error) {
      const message = forcedStatus && asyncOutcome.kind === 'fail' ? { message: asyncOutcome.message } : {}
      completions(sim).set(String(number), { ...completion, outcome: { status: error, ...message } })
      continue
    }
    completions(sim).delete(String(number))
    mergePull(sim, repository, pull, { method }, asyncOutcome)
  }
}

export function mergeStatusOf(sim: Simulator, repository: Repository, pull: PullRequest): { status: MergeStatus; message?: string } {
  if (pull.state === 'closed') return { status: 'succeeded' }
  const completion = completions(sim).get(String(pull.number))
  if (completion?.headSha === pull.headSha) return completion.outcome ?? { status: 'queued' }
  return { status: mergeability(sim, repository, pull).state === 'dirty' ? 'conflicts' : 'succeeded' }
}
