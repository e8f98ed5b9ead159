import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { type Account, chooseAccount } from '../../server/db/launcherAccount.ts'
import { type Binaries, findBinaries } from '../../server/db/launcherBinaries.ts'
import { createCluster, layoutOf, readPassword, readSecret } from '../../server/db/launcherCluster.ts'
import { prepareRuntimeRole } from '../../server/db/launcherRuntimeRole.ts'
import { freePort } from '../freePort.ts'
import { withClient } from '../postgresServer.ts'
import { until } from '../until.ts'

interface Node {
  cluster: string
  port: number
  url: string
  child?: ChildProcess
}

/** A primary with a synchronous standby: a commit that was acknowledged survives the loss of the primary. */
export interface PostgresPair {
  url(): string
  runtimeUrl(): string
  standbyUrl(): string
  standbyRuntimeUrl(): string
  crash(): Promise<void>
  failOver(): Promise<void>
  /** Creates a new standby from the current primary. A second failover needs one. */
  rebuildStandby(): Promise<void>
  stop(): Promise<void>
}

const settings = [
  ...['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=240', 'shared_buffers=128MB', 'timezone=UTC'],
  ...[
    'wal_level=replica',
    'max_wal_senders=4',
    'hot_standby=on',
    'wal_keep_size=2GB',
    'jit=off',
    'huge_pages=off',
    'log_min_messages=fatal',
  ],
  // Only processes are killed here, so data that the kernel has buffered survives.
  ...['fsync=off', 'full_page_writes=off'],
]
const skippedFiles = new Set(['postmaster.pid', 'postmaster.opts', 'standby.signal', 'postgres.log'])
const emptyFolders = new Set(['pg_wal', 'pg_replslot', 'pg_stat_tmp', 'pg_dynshmem', 'pg_notify', 'pg_subtrans'])

export async function startPostgresPair(dataDir: string): Promise<PostgresPair> {
  const binaries = findBinaries()
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const layout = layoutOf(dataDir)
  const account = chooseAccount(layout.cluster, { dataDir, binDir: path.dirname(binaries.postgres) })
  const password = readPassword(layout)
  await createCluster(layout, binaries, account, { password, durable: false })
  const nodeAt = async (cluster: string): Promise<Node> => {
    const port = await freePort()
    return { cluster, port, url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres` }
  }
  const launch = (node: Node) => startNode(node, binaries, account)
  let primary = await nodeAt(layout.cluster)
  let standby = await nodeAt(path.join(dataDir, 'standby'))
  await launch(primary)
  const runtimePassword = readSecret(layout.runtimePasswordFile)
  await prepareRuntimeRole(primary.url, runtimePassword)

  async function rebuildStandby(): Promise<void> {
    if (standby.child) await endNode(standby)
    await waitForStandby(primary, '')
    rmSync(standby.cluster, { recursive: true, force: true })
    await copyCluster(primary, standby, account, `host=127.0.0.1 port=${primary.port} user=postgres password=${password}`)
    await launch(standby)
    await waitForStandby(primary, '*')
  }
  const runtimeUrlOf = (node: Node) => {
    const url = new URL(node.url)
    url.username = 'slipway'
    url.password = runtimePassword
    return url.href
  }
  await rebuildStandby()
  return {
    url: () => primary.url,
    runtimeUrl: () => runtimeUrlOf(primary),
    standbyUrl: () => standby.url,
    standbyRuntimeUrl: () => runtimeUrlOf(standby),
    rebuildStandby,
    async crash() {
      await endNode(primary)
      await launch(primary)
    },
    async failOver() {
      await endNode(primary)
      await withClient(standby.url, (client) => client.query('select pg_promote(true, 60)'))
      ;[primary, standby] = [standby, { ...primary, child: undefined } as Node]
    },
    async stop() {
      await endNode(standby)
      await endNode(primary)
    },
  }
}

async function startNode(node: Node, binaries: Binaries, account: Account): Promise<void> {
  const options = [`port=${node.port}`, ...settings].flatMap((setting) => ['-c', setting])
  const { file, args, options: spawnOptions } = account.command(binaries.postgres, ['-D', node.cluster, ...options])
  const child = spawn(file, args, {
    ...spawnOptions,
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    cwd: '/',
    stdio: 'ignore',
  })
  node.child = child
  process.once('exit', () => child.kill('SIGQUIT'))
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`PostgreSQL in ${node.cluster} ended with ${child.exitCode}`)
    return canConnect(node.url)
  })
}

async function canConnect(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

/** SIGQUIT is PostgreSQL’s immediate shutdown: no checkpoint, and all connections break. */
async function endNode({ child }: Node): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGQUIT')
  await ended
}

/** @param names `*` makes commits wait for the standby; an empty text stops this */
async function waitForStandby(primary: Node, names: '' | '*'): Promise<void> {
  await withClient(primary.url, async (client) => {
    await client.query(`alter system set synchronous_standby_names = '${names}'`)
    await client.query('select pg_reload_conf()')
    if (names === '') return
    await until(async () => {
      const { rows } = await client.query('select sync_state from pg_stat_replication')
      return rows.some(({ sync_state }) => sync_state === 'sync')
    })
  })
}

/** https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP; the standby streams the log since its start. */
async function copyCluster(primary: Node, standby: Node, account: Account, connection: string): Promise<void> {
  await withClient(primary.url, async (client) => {
    await client.query(`select pg_backup_start('chaos', true)`)
    copyFolder(primary.cluster, standby.cluster, account)
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    write('backup_label', rows[0]!.labelfile)
  })
  write('standby.signal', '')
  write('postgresql.auto.conf', `primary_conninfo = '${connection}'\n`)

  function write(name: string, text: string): void {
    const file = path.join(standby.cluster, name)
    writeFileSync(file, text, { mode: 0o600 })
    account.give(file)
  }
}

function copyFolder(from: string, to: string, account: Account, isEmpty = false): void {
  mkdirSync(to, { mode: 0o700 })
  account.give(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (skippedFiles.has(entry.name)) continue
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
    if (entry.isDirectory()) copyFolder(source, target, account, isEmpty || emptyFolders.has(entry.name))
    else if (!isEmpty) copyFile(source, target, account)
  }
}

function copyFile(source: string, target: string, account: Account): void {
  try {
    copyFileSync(source, target)
    account.give(target)
  } catch (error) {
    // PostgreSQL can remove files while they are copied; the write-ahead log has these changes.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
