import { type Static, Type } from 'typebox'
import { Check } from 'typebox/value'
import type { Actor } from '../auth/actor.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/database.ts'
import { Failure } from '../errors.ts'
import type { Operation } from './operation.ts'

const Time = Type.Union([Type.String({ format: 'date-time', maxLength: 40 }), Type.Null()])

export const Maintenance = Type.Object(
  {
    mode: Type.Enum(['off', 'banner', 'readOnly'], {
      description: 'off: normal use; banner: people only see a banner; readOnly: only administrators can make changes.',
    }),
    message: Type.String({ maxLength: 300, pattern: '^[^\\x00-\\x1f]*$', description: 'Message shown to people, as plain text.' }),
    startsAt: Type.Unsafe<string | null>({
      ...Time,
      description: 'Start; null to start immediately. Until then, people see an announcement.',
    }),
    until: Type.Unsafe<string | null>({ ...Time, description: 'Planned end; null if it lasts until an administrator ends it.' }),
    pauseWork: Type.Boolean({ description: 'Whether runs of approved requests are paused. They continue afterwards.' }),
  },
  { additionalProperties: false },
)
export type Maintenance = Static<typeof Maintenance>

export const noMaintenance: Maintenance = { mode: 'off', message: '', startsAt: null, until: null, pauseWork: false }

export async function loadMaintenance(db: Db): Promise<Maintenance> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', 'maintenance').executeTakeFirst()
  return Check(Maintenance, row?.value) ? row.value : noMaintenance
}

export function maintenanceState({ mode, startsAt, until }: Maintenance, now: Date): 'none' | 'announced' | 'banner' | 'readOnly' {
  if (mode === 'off' || (until !== null && new Date(until) <= now)) return 'none'
  if (startsAt !== null && new Date(startsAt) > now) return 'announced'
  return mode
}

export const workPaused = async (db: Db, now: Date): Promise<boolean> => {
  const maintenance = await loadMaintenance(db)
  return maintenance.pauseWork && maintenanceState(maintenance, now) === 'readOnly'
}

const refreshMs = 30_000

export interface MaintenanceGate {
  /** @throws maintenance if the caller can't currently change anything */
  requireOpen(operation: Operation, actor: Actor): Promise<void>
}

/** Caches the maintenance status until an administrator changes it on any replica. Alerts are always accepted. */
export function maintenanceGate({ db, changes, now }: Pick<Context, 'db' | 'changes' | 'now'>): MaintenanceGate & { close(): void } {
  let cachedMaintenance: { pending: Promise<Maintenance>; at: number } | undefined
  const unsubscribe = changes.subscribe(({ kind }) => {
    if (kind === 'maintenance' || kind === 'everything') cachedMaintenance = undefined
  })
  /** A read that started before a change is ignored, even if it finishes after the change. */
  function readCurrent(): Promise<Maintenance> {
    if (cachedMaintenance && Date.now() - cachedMaintenance.at <= refreshMs) return cachedMaintenance.pending
    const pendingRead = loadMaintenance(db)
    pendingRead.catch(() => {
      cachedMaintenance = undefined
    })
    cachedMaintenance = { pending: pendingRead, at: Date.now() }
    return pendingRead
  }
  return {
    async requireOpen(operation, actor) {
      if (operation.method === 'GET' || operation.readOnly || operation.credential) return
      if (actor.kind === 'person' && actor.admin) return
      const maintenance = await readCurrent()
      if (maintenanceState(maintenance, now()) !== 'readOnly') return
      const until = maintenance.until ? ` Planned end: ${maintenance.until.slice(0, 16).replace('T', ' ')} UTC.` : ''
      throw new Failure(
        'maintenance',
        `${maintenance.message || 'Slipway is in maintenance mode.'} You can’t make changes right now.${until}`,
      )
    },
    close: unsubscribe,
  }
}
