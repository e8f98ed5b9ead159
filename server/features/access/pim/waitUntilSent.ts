import { setTimeout as delay } from 'node:timers/promises'
import type { Person } from '../../../auth/actor.ts'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/database.ts'
import type { Reply } from '../../../http/operation.ts'
import { loadActivation } from './queries.ts'
import type { PimActivation } from './schemas.ts'

const maxPolls = 15
const pollIntervalMs = 120

/** Azure usually completes within two seconds, so the response can show the result. */
export async function waitUntilSent(
  { db, actor, config }: { db: Db; actor: Person; config: Config },
  reply: Reply<PimActivation>,
): Promise<Reply<PimActivation>> {
  let body = reply.body
  for (let poll = 0; poll < maxPolls && (body.status === 'sending' || body.status === 'ending') && !body.deactivatesAt; poll++) {
    await delay(pollIntervalMs)
    body = await loadActivation(db, actor, config, body.id)
  }
  return { ...reply, body }
}
