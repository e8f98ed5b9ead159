import { rmSync } from 'node:fs'
import { startSimulator } from '../../../../simulator/simulator.ts'
import { startTestApp } from '../../../../test/app.ts'
import { runSchedules } from '../../../../test/runSchedules.ts'
import { simulatorFolder } from '../../../../test/simulatorFolder.ts'

const dayMs = 86_400_000

export async function startClockedApp(options: { runJobs?: boolean; publicUrl?: string } = {}) {
  const dir = simulatorFolder()
  const simulator = await startSimulator({ dataDir: dir })
  simulator.asyncDelayMs = 20
  const app = await startTestApp({ simulator, now: () => simulator.clock.now(), ...options })
  const runScheduledMinute = () => runSchedules(app)
  return {
    ...app,
    minutePasses: runScheduledMinute,
    async wait(days: number) {
      simulator.clock.advance(days * dayMs)
      await runScheduledMinute()
    },
    async close() {
      await app.close()
      await simulator.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
export type ClockedApp = Awaited<ReturnType<typeof startClockedApp>>
