import type { Context } from '../context.ts'
import { type FoundSession, findSessions, maxSessions } from './session.ts'

export type ReadSession = (token: string) => Promise<FoundSession | undefined>

/** A statement that takes longer holds up later calls no further. */
const maxDelayMs = 100

interface Waiting {
  token: string
  resolve: (session: FoundSession | undefined) => void
  reject: (error: unknown) => void
}

/**
 * Reads the sessions of concurrent calls together: calls that arrive during a statement share the next one. Nothing is kept, so each
 * session is read after its call arrived, and a session that ended anywhere counts for no later call.
 */
export function sessionReader({ db, config, now }: Pick<Context, 'db' | 'config' | 'now'>): ReadSession {
  const waiting: Waiting[] = []
  let isReading = false

  async function readAll(calls: Waiting[]): Promise<void> {
    try {
      const options = { now: now(), idleSeconds: config.session.idleSeconds, stepUpMinutes: config.stepUp.minutes }
      const found = await findSessions(db, [...new Set(calls.map(({ token }) => token))], options)
      for (const { token, resolve } of calls) resolve(found.get(token))
    } catch (error) {
      for (const { reject } of calls) reject(error)
    }
  }

  function readNext(): void {
    if (waiting.length === 0) {
      isReading = false
      return
    }
    isReading = true
    const calls = waiting.splice(0, maxSessions)
    let isOver = false
    const readOn = () => {
      clearTimeout(timer)
      if (isOver) return
      isOver = true
      readNext()
    }
    const timer = setTimeout(readOn, maxDelayMs)
    void readAll(calls).then(readOn)
  }

  return (token) =>
    new Promise((resolve, reject) => {
      waiting.push({ token, resolve, reject })
      if (!isReading) readNext()
    })
}
