import type { FastifyBaseLogger } from 'fastify'
import type { Context } from '../context.ts'
import { reportOutages } from '../db/reportOutages.ts'
import { runRegularly } from '../db/runRegularly.ts'
import { isUnavailable } from '../db/unavailable.ts'
import { auditKey, keysToTrust } from './auditKey.ts'
import { fileCheckpoints, saveOwnCheckpoint } from './ownCheckpoint.ts'
import { batchSize, chainNextBatch } from './sequencer.ts'
import { shipCheckpoints } from './shipCheckpoints.ts'
import { loadCheckpoints } from './stored.ts'

const pollIntervalMs = 1_000

type ChainContext = Pick<Context, 'db' | 'config' | 'now'> & { log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'> }

interface Progress {
  seq: number
  problem?: string | undefined
}

export async function chainAll(context: ChainContext, shippedProgress: Progress): Promise<void> {
  const { db, config, now, log } = context
  const [key, trusted] = [auditKey(config), keysToTrust(config)]
  for (;;) {
    const { chainedCount, deletedEventIds, problem } = await chainNextBatch({
      db,
      key,
      trusted,
      now,
      loadOwnCheckpoints: () => fileCheckpoints(config),
    })
    for (const id of deletedEventIds) log.error({ event: id }, 'an audit event was deleted before it was chained')
    if (problem && problem !== shippedProgress.problem) log.error(problem)
    if (problem) shippedProgress.problem = problem
    if (chainedCount < batchSize) break
  }
  const [lastCheckpoint] = await loadCheckpoints(db, { last: 1 })
  if (!lastCheckpoint || lastCheckpoint.seq <= shippedProgress.seq) return
  if (config.audit.checkpoints) await shipCheckpoints(db, config.audit.checkpoints, trusted)
  await saveOwnCheckpoint(db, config, lastCheckpoint)
  shippedProgress.problem = undefined
  shippedProgress.seq = lastCheckpoint.seq
  log.info({ auditCheckpoint: lastCheckpoint }, 'the audit trail was signed')
}

/**
 * Chains waiting events every second. Every process calls it, and a lock lets only one of them chain at a time.
 * @param onProblem called once per reason why no checkpoint can be signed
 */
export function maintainChain(context: ChainContext, onProblem: () => Promise<unknown>): { stop(): Promise<void> } {
  const shippedProgress: Progress = { seq: 0 }
  let reportedProblem: string | undefined
  const outages = reportOutages(context.log, { component: 'audit chain', text: 'the audit trail could not be chained' })
  const chain = async () => {
    await chainAll(context, shippedProgress).then(outages.worked, (error: unknown) => {
      if (isUnavailable(error)) return outages.failed(error)
      shippedProgress.problem = error instanceof Error ? error.message : String(error)
      context.log.error({ err: error }, 'the audit trail could not be chained')
    })
    if (shippedProgress.problem === reportedProblem) return
    reportedProblem = shippedProgress.problem
    if (reportedProblem) await onProblem()
  }
  const chainOrLog = () =>
    chain().catch((error: unknown) => context.log.error({ err: error }, 'a problem with the audit trail could not be reported'))
  return runRegularly(chainOrLog, pollIntervalMs)
}
