import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/database.ts'
import type { Reply } from '../../../http/operation.ts'
import { loadIncidents } from './queries.ts'
import type { Incident } from './schemas.ts'

const maxPolls = 15
const pollIntervalMs = 120

/**
 * Waits briefly after the commit, because ServiceNow usually responds within a second. The response can then include the number of the
 * incident.
 */
export async function waitUntilOpened({ db, config }: { db: Db; config: Config }, reply: Reply<Incident>): Promise<Reply<Incident>> {
  let { body } = reply
  for (let poll = 0; poll < maxPolls && body.status === 'sending'; poll++) {
    await delay(pollIntervalMs)
    body = (await loadIncidents(db, config, [body.id]))[0] ?? body
  }
  return { ...reply, status: body.number ? 201 : 202, body }
}
