import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Context } from '../context.ts'
import type { Reply } from './operation.ts'

/** Runs a call in one slot. A stream keeps the slot until it closes, because it reads from the database until then. */
export function runCall(runQueued: Context['runQueued'], call: () => Promise<Reply<unknown>>): Promise<Reply<unknown>> {
  return new Promise((resolve, reject) => {
    const callback = async () => {
      const reply = await call()
      resolve(reply)
      if (reply.body instanceof Readable) await finished(reply.body).catch(() => {})
    }
    runQueued(callback).catch(reject)
  })
}
