import { spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { simulatorEnv } from '../../scripts/simulatorEnv.ts'
import type { Config } from '../../server/config.ts'
import { opsMessage } from '../../server/telemetry/serveOps.ts'
import type { Simulator } from '../../simulator/core/simulator.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface ServerProcess {
  pid: number
  /** Resolves when the server is ready, or when the process ends before that. */
  started: Promise<void>
  ended: Promise<void>
  gone(): boolean
  exitCode(): number | null
  address(): string | undefined
  opsAddress(): string | undefined
  signal(signal: NodeJS.Signals): void
  log(): string
}

export interface ServerWorld {
  databaseUrl: string
  runtimeUrl: string
  config: Pick<Config, 'dataDir'>
  simulator: Simulator
  settings?: Record<string, string>
  /** The settings for a simulator; an older server has its own. */
  simulatorEnv?: typeof simulatorEnv
}

export function spawnServer(program: string, world: ServerWorld): ServerProcess {
  const child = spawn(process.execPath, [program], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      ...(world.simulatorEnv ?? simulatorEnv)(world.simulator),
      DATABASE_URL: world.runtimeUrl,
      DATABASE_MIGRATION_URL: world.databaseUrl,
      SLIPWAY_DATA: world.config.dataDir,
      SLIPWAY_MODE: 'development',
      SLIPWAY_PUBLIC_URL: 'http://127.0.0.1:8080',
      PORT: '0',
      SLIPWAY_OPS_PORT: '0',
      NODE_COMPILE_CACHE: path.join(path.dirname(program), '../compile-cache'),
      ...world.settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  const startup = Promise.withResolvers<void>()
  const whenEnded = Promise.withResolvers<void>()
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      log += text
      if (log.includes('Slipway is ready')) startup.resolve()
    })
  const killChild = () => child.kill('SIGKILL')
  process.once('exit', killChild)
  child.once('exit', () => {
    process.off('exit', killChild)
    startup.resolve()
    whenEnded.resolve()
  })
  return {
    pid: child.pid!,
    started: startup.promise,
    ended: whenEnded.promise,
    gone: () => child.exitCode !== null || child.signalCode !== null,
    exitCode: () => child.exitCode,
    address: () => /Server listening at (http:[^"]+)"/.exec(log)?.[1],
    opsAddress: () => {
      const port = new RegExp(`"port":(\\d+),"msg":"${opsMessage}"`).exec(log)?.[1]
      return port === undefined ? undefined : `http://127.0.0.1:${port}`
    },
    signal: (signal) => void child.kill(signal),
    log: () => log,
  }
}
