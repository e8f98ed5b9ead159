import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '../../db/database.ts'
import { findTagChange } from './tagChange.ts'

const pollIntervalMs = 150
const maxPolls = 100

/** After commit: Azure mostly answers within seconds. @returns how the change of tags stands then, at most 15 s later */
export async function untilTagged(db: Db, accountId: string, id: string) {
  let change = await findTagChange(db, accountId, id)
  for (let poll = 0; poll < maxPolls && change?.status === 'running'; poll++) {
    await delay(pollIntervalMs)
    change = await findTagChange(db, accountId, id)
  }
  return change!
}
