import type { Context } from '../context.ts'
import { type FoundSession, findSessions, maxSessions } from './session.ts'

type SessionLoader = (token: string) => Promise<FoundSession | undefined>

/** A statement that takes longer than this no longer delays later calls. */
const maxDelayMs = 100

interface WaitingCall {
  token: string
  resolve: (session: FoundSession | undefined) => void
  reject: (error: unknown) => void
}

/**
 * Reads the sessions of concurrent calls together: calls that arrive during a statement share the next one. Nothing is cached. Each session
 * is read after its call arrived, so a session that has ended on any replica is rejected.
 */
export function sessionReader({ db, config, now }: Pick<Context, 'db' | 'config' | 'now'>): SessionLoader {
  const waitingCalls: WaitingCall[] = []
  let isReading = false

  async function readAll(calls: WaitingCall[]): Promise<void> {
    try {
      const options = { now: now(), idleSeconds: config.session.idleSeconds, stepUpMinutes: config.stepUp.minutes }
      const sessions = await findSessions(db, [...new Set(calls.map(({ token }) => token))], options)
      for (const { token, resolve } of calls) resolve(sessions.get(token))
    } catch (error) {
      for (const { reject } of calls) reject(error)
    }
  }

  function readNextBatch(): void {
    if (waitingCalls.length === 0) {
      isReading = false
      return
    }
    isReading = true
    const calls = waitingCalls.splice(0, maxSessions)
    let hasFinished = false
    const continueOnce = () => {
      clearTimeout(timer)
      if (hasFinished) return
      hasFinished = true
      readNextBatch()
    }
    const timer = setTimeout(continueOnce, maxDelayMs)
    void readAll(calls).then(continueOnce)
  }

  return (token) =>
    new Promise((resolve, reject) => {
      waitingCalls.push({ token, resolve, reject })
      if (!isReading) readNextBatch()
    })
}
