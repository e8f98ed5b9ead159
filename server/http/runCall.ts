import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Context } from '../context.ts'
import type { Reply } from './operation.ts'

/** Runs a call in one slot. A stream keeps the slot until it closes, because it reads from the database until then. */
export function runCall(runInTurn: Context['runInTurn'], call: () => Promise<Reply<unknown>>): Promise<Reply<unknown>> {
  return new Promise((resolve, reject) => {
    const callback = async () => {
      const answer = await call()
      resolve(answer)
      if (answer.body instanceof Readable) await finished(answer.body).catch(() => {})
    }
    runInTurn(callback).catch(reject)
  })
}
