import type { Progress } from '../../../clients/arm/longRunning.ts'
import { ExternalError } from '../../../clients/externalError.ts'
import type { StepContext } from '../../../workflows/workflow.ts'

const batchSize = 6

interface OperationProgress {
  open: string[]
  done: string[]
  /** Keys of the operations that failed. The next poll starts them again. */
  failed: Map<string, ExternalError>
  retryAfterMs: number | undefined
}

/**
 * Starts or polls one long-running operation per key. The checkpoint has the polling URL of each open operation, so another process can
 * continue.
 */
export async function pollOperations(
  context: Pick<StepContext<unknown>, 'checkpoint' | 'saveCheckpoint'>,
  keys: string[],
  call: (key: string, state?: string) => Promise<Progress<unknown>>,
): Promise<OperationProgress> {
  const states = (context.checkpoint['following'] ?? {}) as Record<string, string>
  const result: OperationProgress = { open: [], done: [], failed: new Map(), retryAfterMs: undefined }
  const next: Record<string, string> = {}
  const saveProgress = () => context.saveCheckpoint({ ...context.checkpoint, following: { ...states, ...next } })
  const pollItem = async (key: string) => {
    try {
      const progress = await call(key, states[key])
      delete states[key]
      delete next[key]
      if (progress.done) return void result.done.push(key)
      next[key] = progress.state
      result.open.push(key)
      result.retryAfterMs = Math.max(result.retryAfterMs ?? 0, progress.retryAfterMs ?? 0) || undefined
    } catch (error) {
      if (!(error instanceof ExternalError)) throw error
      // An operation that can't be polled at the moment is polled again later. A failed operation has ended.
      if (states[key] !== undefined && error.retryable) next[key] = states[key]
      delete states[key]
      result.failed.set(key, error)
    }
  }
  for (let from = 0; from < keys.length; from += batchSize) {
    await Promise.all(keys.slice(from, from + batchSize).map(pollItem))
    await saveProgress()
  }
  return result
}

export function worstFailure({ failed }: Pick<OperationProgress, 'failed'>): ExternalError | undefined {
  const errors = [...failed.values()]
  return errors.find((error) => !error.retryable) ?? errors[0]
}
