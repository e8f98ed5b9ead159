import type { Progress } from '../../../clients/arm/longRunning.ts'
import { OutsideError } from '../../../clients/outsideError.ts'
import type { StepContext } from '../../../workflows/workflow.ts'

const batchSize = 6

export interface Followed {
  open: string[]
  done: string[]
  /** These operations failed, by key. The next poll starts them again. */
  failed: Map<string, OutsideError>
  retryAfterMs: number | undefined
}

/** Carries many long-running operations across attempts and processes; the checkpoint holds where to poll each one. */
export async function followAll(
  context: Pick<StepContext<unknown>, 'checkpoint' | 'remember'>,
  keys: string[],
  call: (key: string, state?: string) => Promise<Progress<unknown>>,
): Promise<Followed> {
  const states = (context.checkpoint['following'] ?? {}) as Record<string, string>
  const followed: Followed = { open: [], done: [], failed: new Map(), retryAfterMs: undefined }
  const next: Record<string, string> = {}
  const keep = () => context.remember({ ...context.checkpoint, following: { ...states, ...next } })
  const one = async (key: string) => {
    try {
      const progress = await call(key, states[key])
      delete states[key]
      delete next[key]
      if (progress.done) return void followed.done.push(key)
      next[key] = progress.state
      followed.open.push(key)
      followed.retryAfterMs = Math.max(followed.retryAfterMs ?? 0, progress.retryAfterMs ?? 0) || undefined
    } catch (error) {
      if (!(error instanceof OutsideError)) throw error
      // An operation that can't be polled right now continues, but a failed operation ends.
      if (states[key] !== undefined && error.retryable) next[key] = states[key]
      delete states[key]
      followed.failed.set(key, error)
    }
  }
  for (let from = 0; from < keys.length; from += batchSize) {
    await Promise.all(keys.slice(from, from + batchSize).map(one))
    await keep()
  }
  return followed
}

/** Returns the first error that retries can't solve, or else the first error. */
export function worst({ failed }: Pick<Followed, 'failed'>): OutsideError | undefined {
  const errors = [...failed.values()]
  return errors.find((error) => !error.retryable) ?? errors[0]
}
