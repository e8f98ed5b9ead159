import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import { type Part, stopInOrder } from './stopInOrder.ts'

/** Time for everything except requests and jobs: 5 s for background tasks, 2 s to release jobs, and 5 s to close the rest. */
export const otherStopSeconds = 12

interface StoppableServer {
  /** This signal is aborted first, so that the readiness probe fails while requests are still served. */
  draining: AbortController
  drain: Config['drain']
  parts(): Part[]
  isStarted(): boolean
  log: FastifyBaseLogger
}

/**
 * Stops in order on SIGTERM or SIGINT, and immediately on the second signal. The process exits with 0 if everything has ended, and with 1
 * if something was still open at its limit, which it logs.
 */
export function stopOnSignals({ draining, drain, parts, isStarted, log }: StoppableServer): void {
  async function stop(): Promise<void> {
    draining.abort()
    if (isStarted()) await delay(drain.readinessSeconds * 1_000)
    const maxMs = (drain.requestSeconds + drain.jobSeconds + otherStopSeconds) * 1_000
    const open = await stopInOrder(parts(), { maxMs, onError: (part, err) => log.error({ err, part }, 'couldn’t stop in order') })
    if (open.length > 0) log.error({ open }, 'stopped, although some parts were still open')
    process.exit(open.length > 0 ? 1 : 0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      log.info({ signal }, draining.signal.aborted ? 'stopping immediately' : 'stopping')
      if (draining.signal.aborted) process.exit(1)
      void stop()
    })
}
