import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { simulatorEnv } from '../../scripts/simulatorEnv.ts'
import type { Simulator } from '../../simulator/simulator.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A server of its own, as `npm start` runs it, that a test may kill. */
export interface ServerProcess {
  pid: number
  /** Settles once it takes work, and when it ends before. */
  started: Promise<void>
  /** When it is gone. */
  ended: Promise<void>
  gone(): boolean
  signal(signal: NodeJS.Signals): void
  /** Its log so far, for the message of a test that fails. */
  log(): string
}

export function startServer(world: { databaseUrl: string; simulator: Simulator }): ServerProcess {
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      ...simulatorEnv(world.simulator),
      DATABASE_URL: world.databaseUrl,
      SLIPWAY_MODE: 'development',
      SLIPWAY_PUBLIC_URL: 'http://127.0.0.1:8080',
      PORT: '0',
      // Hundreds of starts in a row: compile once.
      NODE_COMPILE_CACHE: path.join(tmpdir(), 'slipway-crash-compile-cache'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  const started = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      log += text
      if (log.includes('Slipway is ready')) started.resolve()
    })
  const leaveNone = () => child.kill('SIGKILL')
  process.once('exit', leaveNone)
  child.once('exit', () => {
    process.off('exit', leaveNone)
    started.resolve()
    ended.resolve()
  })
  return {
    pid: child.pid!,
    started: started.promise,
    ended: ended.promise,
    gone: () => child.exitCode !== null || child.signalCode !== null,
    signal: (signal) => void child.kill(signal),
    log: () => log,
  }
}
