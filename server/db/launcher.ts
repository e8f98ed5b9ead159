import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { chooseAccount } from './launcherAccount.ts'
import { type Binaries, findBinaries } from './launcherBinaries.ts'
import { clusterExists, createCluster, type Layout, layoutOf, readPassword, readSecret } from './launcherCluster.ts'
import { explainFileError, explainLog, LaunchError } from './launcherError.ts'
import { acquireServerLock, type ServerLock } from './launcherLock.ts'
import { endOrphanedBackends, readPostmaster, servesCluster } from './launcherPostmaster.ts'
import { prepareRuntimeRole } from './launcherRuntimeRole.ts'
import { type ServerAttempt, startServer } from './launcherServer.ts'

interface LaunchOptions {
  /** Folder for the cluster, its password (mode 0600), port and log; created if missing. */
  dataDir: string
  /** TCP port on 127.0.0.1. Default 0: the previous port, or any free one. A running server keeps its port. */
  port?: number
  /** False gives up durability after a power failure for speed (tests). Default true. */
  durable?: boolean
  log?: (line: string) => void
}

export interface LaunchedPostgres {
  url: string
  runtimeUrl: string
  /** True if the server was already running because another process started it or a killed one left it. */
  attached: boolean
  /** Resolves if the server ends without `stop`. The caller can then launch it again. */
  lost: Promise<void>
  /** Shuts the server down, even if another process started it, unless a process still uses it. */
  stop(): Promise<void>
}

const maxWaitMs = 120_000
const slowAfterMs = 5_000
const stopTimeoutMs = 30_000

/**
 * Starts Slipway's embedded PostgreSQL on a folder, or attaches to the server that is running there. Several processes can call this
 * concurrently, even after one of them, or the server, was killed.
 * @throws LaunchError with a human-readable message
 */
export async function launchPostgres(options: LaunchOptions): Promise<LaunchedPostgres> {
  const durable = options.durable ?? true
  const binaries = findBinaries()
  const { layout, account, password } = await prepare(options.dataDir, binaries, durable)
  const urlOf = (port: number) => `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  const startedAt = Date.now()
  let isSlow = false
  let port = options.port || loadPort(layout) || (await freePort())
  let attempt: ServerAttempt | undefined
  for (;;) {
    const postmaster = readPostmaster(layout.cluster)
    const isRunning = postmaster !== undefined && servesCluster(postmaster.pid, layout.cluster)
    if (isRunning && postmaster.ready) {
      const url = urlOf(postmaster.port)
      const lock = await acquireServerLock({ ...layout, url })
      if (lock) {
        savePort(layout, postmaster.port)
        const runtimeUrl = await prepareRuntimeRole(url, readSecret(layout.runtimePasswordFile))
        return {
          url,
          runtimeUrl,
          attached: postmaster.pid !== attempt?.pid,
          lost: lock.lost,
          stop: onceOnly(() => stop(lock, layout, { pid: postmaster.pid, url })),
        }
      }
    }
    if (!attempt && !isRunning) attempt = startServer(layout, binaries, account, { port, durable, stalePid: postmaster?.pid })
    if (attempt?.exited()) {
      const output = attempt.output()
      attempt = undefined
      if (output.includes('pre-existing shared memory block')) endOrphanedBackends(layout.cluster)
      else if (!lockFilePattern.test(output)) {
        const error = explainLog(output, { ...layout, port })
        if (error.problem !== 'port_taken' || options.port) throw error
        options.log?.(`Port ${port} is in use; PostgreSQL uses a different port.`)
        port = await freePort()
      }
    }
    const waitedMs = Date.now() - startedAt
    if (waitedMs > maxWaitMs) {
      attempt?.kill()
      throw new LaunchError(
        'not_started',
        `PostgreSQL in ${layout.cluster} didn’t accept connections within ${maxWaitMs / 1000} s (process ${postmaster?.pid ?? 'unknown'}). Its log is ${layout.logFile}.`,
      )
    }
    if (waitedMs > slowAfterMs && !isSlow) {
      isSlow = true
      options.log?.('PostgreSQL is taking longer than usual, probably to recover after a crash.')
    }
    await delay(attempt ? 15 : 60)
  }
}

const lockFilePattern = /lock file "postmaster\.pid"|bogus data in lock file/

async function prepare(dataDir: string, binaries: Binaries, durable: boolean) {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const layout = layoutOf(realpathSync(dataDir))
    const exists = clusterExists(layout, binaries)
    const account = chooseAccount(layout.cluster, { dataDir: layout.dataDir, binDir: path.dirname(binaries.postgres) })
    const password = readPassword(layout)
    if (!exists) await createCluster(layout, binaries, account, { password, durable })
    return { layout, account, password }
  } catch (error) {
    throw explainFileError(error, dataDir)
  }
}

async function stop(heldLock: ServerLock, layout: Layout, { pid, url }: { pid: number; url: string }): Promise<void> {
  const lock = heldLock.open() ? heldLock : await acquireServerLock({ ...layout, url })
  if (!lock) return
  if (await lock.release()) await stopPostgres(pid, layout)
  await lock.end()
}

async function stopPostgres(pid: number, { cluster, logFile }: Layout): Promise<void> {
  const startedAt = Date.now()
  process.kill(pid, 'SIGINT')
  let stopRequests = 1
  while (servesCluster(pid, cluster)) {
    const waitedMs = Date.now() - startedAt
    if (waitedMs > stopTimeoutMs && stopRequests === 1) {
      stopRequests = 2
      process.kill(pid, 'SIGQUIT')
    }
    if (waitedMs > stopTimeoutMs * 2)
      throw new LaunchError('not_started', `PostgreSQL (process ${pid}) didn’t stop. Its log is ${logFile}.`)
    await delay(10)
  }
}

function onceOnly(callback: () => Promise<void>): () => Promise<void> {
  let currentRun: Promise<void> | undefined
  return () => (currentRun ??= callback())
}

function loadPort({ portFile }: Layout): number {
  return existsSync(portFile) ? Number.parseInt(readFileSync(portFile, 'utf8'), 10) || 0 : 0
}

function savePort(layout: Layout, port: number): void {
  if (loadPort(layout) === port) return
  const draft = `${layout.portFile}.${process.pid}`
  writeFileSync(draft, `${port}\n`)
  renameSync(draft, layout.portFile)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
