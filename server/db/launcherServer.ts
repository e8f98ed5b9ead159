import { spawn } from 'node:child_process'
import { closeSync, fstatSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import type { Account } from './launcherAccount.ts'
import type { Binaries } from './launcherBinaries.ts'
import type { Layout } from './launcherCluster.ts'

/** An attempt to run the server. It can end immediately, for example because another process has started one first. */
export interface ServerAttempt {
  pid: number | undefined
  exited(): boolean
  output(): string
  kill(): void
}

const logLimit = 5_000_000

const settings = (port: number, durable: boolean) => [
  // Tests also use a socket in the cluster's folder, because a query through it takes a third less processor time.
  ...[`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${durable ? '' : '.'}`],
  // In tests, many apps share one server and need more connections.
  `max_connections=${durable ? 60 : 240}`,
  // Lists of a million rows read different pages each time, so they need a large cache. Memory is allocated as pages are read, so a small
  // database uses no more.
  `shared_buffers=${durable ? 256 : 64}MB`,
  ...['work_mem=8MB', 'maintenance_work_mem=64MB', 'effective_cache_size=512MB', 'huge_pages=off', 'jit=off'],
  ...['wal_level=minimal', 'max_wal_senders=0', 'max_wal_size=512MB', 'random_page_cost=1.1', 'autovacuum_max_workers=2'],
  ...['timezone=UTC', 'log_timezone=UTC', 'log_line_prefix=%m [%p] ', 'log_checkpoints=off', 'client_connection_check_interval=2s'],
  // Tests open thousands of connections, and iterations only protect stored passwords.
  ...(durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'scram_iterations=1']),
]

/**
 * Starts the server in its own session with its output in the log file, so that the server survives this process, even a kill -9.
 * @param stalePid a process ID in `postmaster.pid` that is not a server of this cluster. PostgreSQL mistakes any live process with that ID
 * for a server, except its own grandparent; it still checks that no old backend is running.
 */
export function startServer(
  layout: Layout,
  binaries: Binaries,
  account: Account,
  { port, durable, stalePid }: { port: number; durable: boolean; stalePid: number | undefined },
): ServerAttempt {
  if ((statSync(layout.logFile, { throwIfNoEntry: false })?.size ?? 0) > logLimit) renameSync(layout.logFile, `${layout.logFile}.1`)
  const log = openSync(layout.logFile, 'a', 0o600)
  account.give(layout.logFile)
  const logStart = fstatSync(log).size
  const { file, args, options } = account.command(binaries.postgres, [
    '-D',
    layout.cluster,
    ...settings(port, durable).flatMap((setting) => ['-c', setting]),
  ])
  const env = { PATH: process.env.PATH, LC_ALL: 'C', ...(stalePid === undefined ? {} : { PG_GRANDPARENT_PID: String(stalePid) }) }
  const child = spawn(file, args, { ...options, env, cwd: '/', detached: true, stdio: ['ignore', log, log] })
  closeSync(log)
  let failure = ''
  child.on('error', (error) => {
    failure = error.message
  })
  child.unref()
  return {
    pid: child.pid,
    exited: () => failure !== '' || child.exitCode !== null || child.signalCode !== null,
    output() {
      const ownLines = readFileSync(layout.logFile).subarray(logStart).toString('utf8').split('\n')
      // Another process might be starting a server on the same folder, with the same log. Lines with that server's process ID are left out.
      return [failure, ...ownLines.filter((line) => (/ \[(\d+)\] /.exec(line)?.[1] ?? String(child.pid)) === String(child.pid))]
        .join('\n')
        .trim()
    },
    kill() {
      child.kill('SIGQUIT')
    },
  }
}
