import type { Actor } from '../auth/actor.ts'
import type { Context } from '../context.ts'
import { Failure } from '../errors.ts'
import { isPausedAfterRestore, restoreKind } from '../workflows/restorePause.ts'
import type { Operation } from './operation.ts'

/** A restore of the database under a running process causes no change event. */
const refreshMs = 5_000

export interface RestoreGate {
  /**
   * @throws pausedAfterRestore if the call could change external systems or has an API key, and the database was restored and not yet
   * accepted
   */
  requireAccepted(operation: Operation, actor: Actor): Promise<void>
  close(): void
}

/**
 * Rejects changes after a restore, even by administrators, until one of them accepts the report. API keys can't read either, because keys
 * that were revoked after the backup are valid again. Alerts are accepted and wait, because their senders don't repeat them.
 */
export function restoreGate({ db, changes }: Pick<Context, 'db' | 'changes'>): RestoreGate {
  let cached: { paused: Promise<boolean>; at: number } | undefined
  const unsubscribe = changes.subscribe(({ kind }) => {
    if (kind === restoreKind || kind === 'everything') cached = undefined
  })
  /** A read that started before a change is ignored, even if it finishes after the change. */
  function readCurrent(): Promise<boolean> {
    if (cached && Date.now() - cached.at <= refreshMs) return cached.paused
    const paused = isPausedAfterRestore(db)
    paused.catch(() => {
      cached = undefined
    })
    cached = { paused, at: Date.now() }
    return paused
  }
  return {
    async requireAccepted(operation, actor) {
      if (operation.credential || operation.duringRestore) return
      if ((operation.method === 'GET' || operation.readOnly) && actor.kind !== 'machine') return
      if (await readCurrent())
        throw new Failure(
          'pausedAfterRestore',
          'Slipway was restored from a backup and is paused. Nothing was changed. Try again when an administrator has accepted the restore.',
        )
    },
    close: unsubscribe,
  }
}
