import type { Person } from '../../access/actor.ts'
import { isStrong, requireStepUp } from '../../access/stepUp.ts'
import type { Db } from '../../db/database.ts'
import { settingValue } from './queries.ts'

/**
 * Decisions that the setting `stepUp` protects need a recent sign-in with a second factor.
 * @param privileged it gives rights that can change who can do what, or changes who decides
 * @throws stepUpNeeded
 */
export async function requireStepUpForDecision(db: Db, actor: Person, now: Date, { privileged }: { privileged: boolean }): Promise<void> {
  if (isStrong(actor, now)) return
  const setting = await settingValue(db, 'stepUp')
  if (setting === 'all' || (setting === 'privilegedOnly' && privileged)) requireStepUp(actor, now)
}
