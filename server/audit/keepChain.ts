import type { FastifyBaseLogger } from 'fastify'
import type { Context } from '../context.ts'
import { auditKey, keysToTrust } from './auditKey.ts'
import { rememberCheckpoint, rememberedCheckpoints } from './rememberedCheckpoint.ts'
import { batchSize, chainNext } from './sequencer.ts'
import { shipCheckpoints } from './shipCheckpoints.ts'
import { readCheckpoints } from './stored.ts'

const pollIntervalMs = 1_000

type ChainContext = Pick<Context, 'db' | 'config' | 'now'> & { log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'> }

interface Progress {
  /** Number of the last shipped checkpoint. */
  seq: number
  /** Why no checkpoint can be signed. */
  problem?: string | undefined
}

/** Chains all waiting events in batches, and ships new checkpoints. */
export async function chainAll(context: ChainContext, shipped: Progress): Promise<void> {
  const { db, config, now, log } = context
  const [key, trusted] = [auditKey(config), keysToTrust(config)]
  for (;;) {
    const { taken, gone, problem } = await chainNext({ db, key, trusted, now, remembered: () => rememberedCheckpoints(config) })
    for (const id of gone) log.error({ event: id }, 'an audit event was deleted before it was chained')
    if (problem && problem !== shipped.problem) log.error(problem)
    if (problem) shipped.problem = problem
    if (taken < batchSize) break
  }
  const [last] = await readCheckpoints(db, { last: 1 })
  if (!last || last.seq <= shipped.seq) return
  if (config.audit.checkpoints) await shipCheckpoints(db, config.audit.checkpoints, trusted)
  await rememberCheckpoint(db, config, last)
  shipped.problem = undefined
  shipped.seq = last.seq
  log.info({ auditCheckpoint: last }, 'the audit trail was signed')
}

/**
 * Chains waiting events every second. All processes try, and a lock admits a single one.
 * @param onProblem called once per reason why no checkpoint can be signed
 */
export function keepChain(context: ChainContext, onProblem: () => Promise<unknown>): { stop(): Promise<void> } {
  const shipped: Progress = { seq: 0 }
  let reported: string | undefined
  let chaining: Promise<void> | undefined
  const chain = async () => {
    await chainAll(context, shipped).catch((error: unknown) => {
      shipped.problem = error instanceof Error ? error.message : String(error)
      context.log.error({ err: error }, 'the audit trail could not be chained')
    })
    if (shipped.problem === reported) return
    reported = shipped.problem
    if (reported) await onProblem()
  }
  const look = () => {
    chaining ??= chain()
      .catch((error: unknown) => context.log.error({ err: error }, 'a problem with the audit trail could not be reported'))
      .finally(() => {
        chaining = undefined
      })
  }
  look()
  const timer = setInterval(look, pollIntervalMs)
  return {
    async stop() {
      clearInterval(timer)
      await chaining
    },
  }
}
