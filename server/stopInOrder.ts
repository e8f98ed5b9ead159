export interface Part {
  name: string
  stop(): Promise<unknown>
  /** Default: the rest of the time of the whole stop. */
  maxMs?: number
  /** Returns what is still running in the part. It is called when the part has stopped, or has reached its limit. */
  running?(): string[]
  /** Ends what is still open at the limit, without waiting for it. */
  cut?(): void
}

interface StopOptions {
  maxMs: number
  onError(part: string, error: unknown): void
}

/**
 * Stops parts one after the other. A part that exceeds its limit is not waited for.
 * @returns what was still open, such as `requests: createAccountRequest`; empty if everything has ended
 */
export async function stopInOrder(parts: Part[], { maxMs, onError }: StopOptions): Promise<string[]> {
  const deadline = performance.now() + maxMs
  const open: string[] = []
  for (const part of parts) {
    const remainingMs = deadline - performance.now()
    // A timer can end a fraction of a millisecond early.
    const hasEnded = remainingMs >= 1 && (await endsWithin(part, Math.min(part.maxMs ?? remainingMs, remainingMs), onError))
    const running = part.running?.() ?? []
    if (!hasEnded || running.length > 0) open.push([part.name, running.join(', ')].filter(Boolean).join(': '))
    if (!hasEnded) part.cut?.()
  }
  return open
}

async function endsWithin(part: Part, ms: number, onError: StopOptions['onError']): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms)
  })
  try {
    return await Promise.race([limit, part.stop().then(() => true)])
  } catch (error) {
    onError(part.name, error)
    return false
  } finally {
    clearTimeout(timer)
  }
}
