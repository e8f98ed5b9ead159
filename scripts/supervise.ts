import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { Problem } from './problem.ts'
import { endProcess, markOf, type ProcessMark } from './processes.ts'

export interface SuperviseOptions {
  name: string
  args: string[]
  env?: Record<string, string>
  onLine: (line: string) => void
  /** Resolves when the process works; called only for the first start. */
  isReady: () => Promise<unknown>
  onStart: (mark: ProcessMark) => void
  prefixedLog: (text: string) => void
}

export interface SupervisedProcess {
  /** Rejects with a Problem that contains the last output if the process ends before it was ready. */
  ready: Promise<void>
  stop(): Promise<void>
  kill(): void
}

const firstDelayMs = 500
const longestDelayMs = 30_000
const provenAfterMs = 60_000
/** Longer than the server's own limit, which is 52 s in development. */
const stopTimeoutMs = 60_000

/** Runs a Node process, and restarts it with growing delays when it ends after it was ready. */
export function supervise(options: SuperviseOptions): SupervisedProcess {
  let isStopping = false
  let isProven = false
  let pause = firstDelayMs
  let timer: NodeJS.Timeout | undefined
  let current: { child: ChildProcess; ended: Promise<string> }

  const start = () => {
    const startedAt = Date.now()
    const lastLines: string[] = []
    // The child has its own process group, so that only the supervisor gets Ctrl-C and ends its children in order.
    const child = spawn(process.execPath, options.args, {
      env: { ...process.env, ...options.env },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        lastLines.push(line)
        if (lastLines.length > 40) lastLines.shift()
        options.onLine(line)
      })
    }
    const mark = child.pid === undefined ? undefined : markOf(child.pid)
    if (mark) options.onStart(mark)
    const ended = new Promise<string>((resolve) => {
      child.once('error', (error) => resolve(error.message))
      child.once('close', (code, signal) =>
        resolve(`${signal ? `was terminated by ${signal}` : `exited with code ${code}`}${isProven ? '' : `:\n${lastLines.join('\n')}`}`),
      )
    })
    ended.then((exitReason) => {
      if (isStopping || !isProven) return
      if (Date.now() - startedAt > provenAfterMs) pause = firstDelayMs
      options.prefixedLog(`${exitReason}; restarting in ${pause / 1000} s`)
      timer = setTimeout(start, pause)
      pause = Math.min(pause * 2, longestDelayMs)
    })
    current = { child, ended }
  }

  start()
  const { ended } = current!
  return {
    ready: Promise.race([
      options.isReady(),
      ended.then((exitReason) => {
        throw new Problem(`The ${options.name} couldn’t start: it ${exitReason}`)
      }),
    ]).then(() => {
      isProven = true
    }),
    async stop() {
      isStopping = true
      clearTimeout(timer)
      const { child } = current
      const mark = child.pid === undefined ? undefined : markOf(child.pid)
      if (mark && child.exitCode === null && child.signalCode === null) await endProcess(mark, stopTimeoutMs)
    },
    kill() {
      isStopping = true
      clearTimeout(timer)
      current.child.kill('SIGKILL')
    },
  }
}
