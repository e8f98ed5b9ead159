import { rmSync } from 'node:fs'
import { startSimulator } from '../../../../simulator/simulator.ts'
import { startTestApp } from '../../../../test/app.ts'
import { simulatorFolder } from '../../../../test/simulatorFolder.ts'
import { handlers } from '../../../handlers.ts'
import { logger } from '../../../http/logger.ts'

const day = 86_400_000

/** A server and a cloud that go by one clock, which the test moves. */
export async function startClockedApp(options: { work?: boolean; publicUrl?: string } = {}) {
  const dir = simulatorFolder()
  const simulator = await startSimulator({ dataDir: dir })
  simulator.asyncDelayMs = 20
  const app = await startTestApp({ simulator, now: () => simulator.clock.now(), ...options })
  const queues = handlers({ ...app.context, databaseUrl: app.databaseUrl, log: logger('silent') })
  const tidy = () => queues.tidy({}, new AbortController().signal)
  return {
    ...app,
    tidy,
    /** Lets days go by, and the minute's tidying after them. */
    async wait(days: number) {
      simulator.clock.advance(days * day)
      await tidy()
    },
    async close() {
      await app.close()
      await simulator.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
export type ClockedApp = Awaited<ReturnType<typeof startClockedApp>>
