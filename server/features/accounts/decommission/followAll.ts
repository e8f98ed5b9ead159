import type { Progress } from '../../../clients/arm/longRunning.ts'
import { OutsideError } from '../../../clients/outsideError.ts'
import type { StepContext } from '../../../workflows/workflow.ts'

const batchSize = 6

export interface FollowResult {
  open: string[]
  done: string[]
  /** Keys of the operations that failed. The next poll starts them again. */
  failed: Map<string, OutsideError>
  retryAfterMs: number | undefined
}

/** Carries out many long-running operations across attempts and processes. The checkpoint has the polling URL of each operation. */
export async function followAll(
  context: Pick<StepContext<unknown>, 'checkpoint' | 'saveCheckpoint'>,
  keys: string[],
  call: (key: string, state?: string) => Promise<Progress<unknown>>,
): Promise<FollowResult> {
  const states = (context.checkpoint['following'] ?? {}) as Record<string, string>
  const followResult: FollowResult = { open: [], done: [], failed: new Map(), retryAfterMs: undefined }
  const next: Record<string, string> = {}
  const saveProgress = () => context.saveCheckpoint({ ...context.checkpoint, following: { ...states, ...next } })
  const followItem = async (key: string) => {
    try {
      const progress = await call(key, states[key])
      delete states[key]
      delete next[key]
      if (progress.done) return void followResult.done.push(key)
      next[key] = progress.state
      followResult.open.push(key)
      followResult.retryAfterMs = Math.max(followResult.retryAfterMs ?? 0, progress.retryAfterMs ?? 0) || undefined
    } catch (error) {
      if (!(error instanceof OutsideError)) throw error
      // An operation that can't be polled at the moment is polled again later. A failed operation has ended.
      if (states[key] !== undefined && error.retryable) next[key] = states[key]
      delete states[key]
      followResult.failed.set(key, error)
    }
  }
  for (let from = 0; from < keys.length; from += batchSize) {
    await Promise.all(keys.slice(from, from + batchSize).map(followItem))
    await saveProgress()
  }
  return followResult
}

/** Returns the first error that retries can't solve, or else the first error. */
export function worstFailure({ failed }: Pick<FollowResult, 'failed'>): OutsideError | undefined {
  const errors = [...failed.values()]
  return errors.find((error) => !error.retryable) ?? errors[0]
}
