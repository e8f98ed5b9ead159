import { setTimeout as delay } from 'node:timers/promises'
import { type LaunchedPostgres, launchPostgres } from '../server/db/launcher.ts'

export interface RunningPostgres {
  urls: Promise<Pick<LaunchedPostgres, 'url' | 'runtimeUrl'>>
  stop(): Promise<void>
}

const maxPauseMs = 30_000

/** Launches the embedded PostgreSQL, and restarts it on the same port whenever it has ended. */
export function reusePostgres(dataDir: string, print: (text: string) => void): RunningPostgres {
  let isStopping = false
  let current = launchPostgres({ dataDir, log: print })

  async function watch(launched: LaunchedPostgres): Promise<void> {
    await launched.lost
    const port = Number(new URL(launched.url).port)
    for (let pause = 500; !isStopping; pause = Math.min(pause * 2, maxPauseMs)) {
      print('stopped; restarting')
      current = launchPostgres({ dataDir, port, log: print })
      try {
        return await watch(await current)
      } catch (error) {
        print(error instanceof Error ? error.message : String(error))
        await delay(pause)
      }
    }
  }

  current.then(watch, () => {})
  return {
    urls: current,
    async stop() {
      isStopping = true
      const launched = await current.catch(() => undefined)
      await launched?.stop()
    },
  }
}
