import type { Person } from '../auth/actor.ts'
import { isStrong, requireStepUp, type StepUpNeed, type stepUpSettings } from '../auth/stepUp.ts'
import type { Db } from '../db/database.ts'
import type { Operation } from './operation.ts'

export const defaultStepUp: (typeof stepUpSettings)[number] = 'privilegedOnly'

/** @throws stepUpNeeded if the setting requires a second factor and the person's last use of it is too old */
export async function requireStepUpFor(need: StepUpNeed | undefined, db: Db, actor: Person, now: Date): Promise<void> {
  if (need === undefined || isStrong(actor, now)) return
  if (need !== 'always') {
    const row = await db.selectFrom('settings').select('value').where('name', '=', 'stepUp').executeTakeFirst()
    const setting = row ? row.value : defaultStepUp
    if (setting === 'off' || (setting === 'privilegedOnly' && need === 'decision')) return
  }
  requireStepUp(actor, now)
}

export function declaredStepUp({ stepUp }: Operation, call: { actor: Person; params: unknown; body: unknown }): StepUpNeed | undefined {
  if (typeof stepUp === 'function') return stepUp(call as never)
  return stepUp === 'byRow' ? undefined : stepUp
}

export const stepUpAsAdministrator = ({ actor }: { actor: Person }): StepUpNeed | undefined => (actor.admin ? 'privileged' : undefined)

export function stepUpToChange(before: readonly { id: string }[], after: readonly string[] | undefined): StepUpNeed | undefined {
  if (!after) return undefined
  const previousIds = new Set(before.map(({ id }) => id))
  const namedIds = new Set(after.map((id) => id.toLowerCase()))
  return namedIds.symmetricDifference(previousIds).size > 0 ? 'privileged' : undefined
}
