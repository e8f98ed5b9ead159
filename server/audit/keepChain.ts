import type { FastifyBaseLogger } from 'fastify'
import type { Context } from '../context.ts'
import { auditKey, keysToTrust } from './auditKey.ts'
import { batchSize, chainNext } from './sequencer.ts'
import { shipCheckpoints } from './shipCheckpoints.ts'
import { readCheckpoints } from './stored.ts'

const lookEveryMs = 1_000

type ChainContext = Pick<Context, 'db' | 'config' | 'now'> & { log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'> }

/** Chains everything that waits, in batches, and ships what was signed. */
export async function chainAll(context: ChainContext, shipped: { seq: number }): Promise<void> {
  const { db, config, now, log } = context
  const [key, trusted] = [auditKey(config), keysToTrust(config)]
  for (;;) {
    const { taken, gone, problem } = await chainNext({ db, key, trusted, now })
    for (const id of gone) log.error({ event: id }, 'an audit event was deleted before it had its place in the chain')
    if (problem) log.error(problem)
    if (taken < batchSize) break
  }
  const [last] = await readCheckpoints(db, { last: 1 })
  if (!last || last.seq <= shipped.seq) return
  if (config.audit.checkpoints) await shipCheckpoints(db, config.audit.checkpoints, trusted)
  shipped.seq = last.seq
  log.info({ auditCheckpoint: last }, 'the audit trail was signed')
}

/** Looks each second for events that wait for their place in the chain; in every process, while only one at a time does it. */
export function keepChain(context: ChainContext): { stop(): Promise<void> } {
  const shipped = { seq: 0 }
  let chaining: Promise<void> | undefined
  const look = () => {
    chaining ??= chainAll(context, shipped)
      .catch((error: unknown) => context.log.error({ err: error }, 'the audit trail could not be chained'))
      .finally(() => {
        chaining = undefined
      })
  }
  look()
  const timer = setInterval(look, lookEveryMs)
  return {
    async stop() {
      clearInterval(timer)
      await chaining
    },
  }
}
