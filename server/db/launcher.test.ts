import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { maxWaitMs } from '../../test/until.ts'
import { launchPostgres } from './launcher.ts'
import { findBinaries, prepareBinaries } from './launcherBinaries.ts'
import { explainFileError, explainLog } from './launcherError.ts'
import { readPostmaster, servesCluster } from './launcherPostmaster.ts'

const root = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'slipway-launcher-')))
const seedDir = path.join(root, 'seed')
const launcher = new URL('./launcher.ts', import.meta.url).href
const children = new Set<ChildProcess>()
const folders = new Set<string>()

/** Copying a seed cluster is faster than creating a new one. */
function newCluster(): string {
  const dataDir = path.join(root, `data-${folders.size}`)
  cpSync(seedDir, dataDir, { recursive: true, preserveTimestamps: true })
  rmSync(path.join(dataDir, 'port'), { force: true })
  folders.add(dataDir)
  return dataDir
}

const clusterOf = (dataDir: string) => path.join(dataDir, 'cluster')
const postmasterOf = (dataDir: string) => readPostmaster(clusterOf(dataDir))!.pid

async function query<T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<T>(sql)).rows
  } finally {
    await client.end()
  }
}

function launchElsewhere(dataDir: string, options: { uid?: number; env?: Record<string, string> } = {}) {
  const code = `
    const { launchPostgres } = await import(${JSON.stringify(launcher)})
    try {
      const launched = await launchPostgres({ dataDir: ${JSON.stringify(dataDir)} })
      console.log(JSON.stringify({ url: launched.url, attached: launched.attached }))
      process.stdin.once('data', () => launched.stop().then(() => process.exit()))
    } catch (error) {
      console.log(JSON.stringify({ problem: error.problem, message: error.message }))
      process.exit(1)
    }`
  const identity = options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    ...identity,
    env: { ...process.env, ...options.env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  children.add(child)
  const whenEnded = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const response = new Promise<{ url: string; attached: boolean; problem?: string; message?: string }>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', (line) => resolve(JSON.parse(line)))
    whenEnded.then(() => reject(new Error('ended without an answer')))
  })
  return {
    answer: response,
    ended: whenEnded,
    kill() {
      child.kill('SIGKILL')
      return whenEnded
    },
    stop() {
      child.stdin.write('stop\n')
      return whenEnded
    },
  }
}

async function errorOf(promise: Promise<unknown>): Promise<{ problem: string; message: string }> {
  return promise.then(
    () => {
      throw new Error('it was not refused')
    },
    (error) => error,
  )
}

beforeAll(async () => {
  const launchedPostgres = await launchPostgres({ dataDir: seedDir })
  await launchedPostgres.stop()
  return async () => {
    rmSync(root, { recursive: true, force: true })
  }
})

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  children.clear()
  for (const dataDir of folders) {
    const postmaster = readPostmaster(clusterOf(dataDir))
    if (postmaster && servesCluster(postmaster.pid, clusterOf(dataDir))) {
      process.kill(postmaster.pid, 'SIGQUIT')
      await vi.waitFor(() => expect(servesCluster(postmaster.pid, clusterOf(dataDir))).toBe(false), maxWaitMs)
    }
  }
})

describe('launchPostgres', () => {
  test('starts an initialised cluster, stops it, and starts it again', async () => {
    const dataDir = newCluster()
    await (await launchPostgres({ dataDir })).stop()
    const launchedPostgres = await launchPostgres({ dataDir })
    expect(launchedPostgres.attached).toBe(false)
    const [row] = await query<{ version: number; listen: string; sockets: string; fsync: string }>(
      launchedPostgres.url,
      `select current_setting('server_version_num')::int / 10000 as version, current_setting('listen_addresses') as listen,
        current_setting('unix_socket_directories') as sockets, current_setting('fsync') as fsync`,
    )
    expect(row).toEqual({ version: findBinaries().major, listen: '127.0.0.1', sockets: '', fsync: 'on' })
    const { pid } = readPostmaster(clusterOf(dataDir))!
    await Promise.all([launchedPostgres.stop(), launchedPostgres.stop()])
    expect(servesCluster(pid, clusterOf(dataDir))).toBe(false)
    expect(existsSync(path.join(clusterOf(dataDir), 'postmaster.pid'))).toBe(false)
  })

  test('hides the password from other users and keeps the port for the next start', async () => {
    const dataDir = newCluster()
    const firstPostgres = await launchPostgres({ dataDir })
    await firstPostgres.stop()
    const secondPostgres = await launchPostgres({ dataDir })
    await secondPostgres.stop()
    expect(secondPostgres.url).toBe(firstPostgres.url)
    const passwordFile = path.join(dataDir, 'password')
    expect(statSync(passwordFile).mode & 0o777).toBe(0o600)
    expect(new URL(firstPostgres.url).password).toBe(readFileSync(passwordFile, 'utf8'))
    expect(new URL(firstPostgres.url).password.length).toBeGreaterThanOrEqual(32)
    await expect(query(firstPostgres.url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow()
  })

  test('sorts and compares letters by Unicode’s rules on any machine', async () => {
    const launchedPostgres = await launchPostgres({ dataDir: newCluster() })
    expect(
      await query(
        launchedPostgres.url,
        `select upper('łódź') as upper, to_tsvector('simple', 'Łódź') @@ to_tsquery('simple', 'łódź') as found`,
      ),
    ).toEqual([{ upper: 'ŁÓDŹ', found: true }])
    await launchedPostgres.stop()
  })

  test('turns fsync off when the data can be lost', async () => {
    const launchedPostgres = await launchPostgres({ dataDir: newCluster(), durable: false })
    expect(await query(launchedPostgres.url, 'show fsync')).toEqual([{ fsync: 'off' }])
    await launchedPostgres.stop()
  })

  test('keeps all committed data over 20 kills of the server', async () => {
    const dataDir = newCluster()
    let launchedPostgres = await launchPostgres({ dataDir })
    await query(launchedPostgres.url, 'create table kept (round int)')
    for (let round = 1; round <= 20; round++) {
      await query(launchedPostgres.url, `insert into kept values (${round})`)
      const busy = new pg.Client({ connectionString: launchedPostgres.url })
      busy.on('error', () => {})
      await busy.connect()
      const interruptedQuery = busy.query('insert into kept select -1 from generate_series(1, 100000000)').catch((error: Error) => error)
      const { lost } = launchedPostgres
      process.kill(postmasterOf(dataDir), 'SIGKILL')
      launchedPostgres = await launchPostgres({ dataDir })
      expect(launchedPostgres.attached).toBe(false)
      await lost
      expect(await interruptedQuery).toBeInstanceOf(Error)
    }
    expect(await query(launchedPostgres.url, 'select array_agg(round order by round) as rounds from kept')).toEqual([
      { rounds: Array.from({ length: 20 }, (_, i) => i + 1) },
    ])
    await launchedPostgres.stop()
  })

  test('attaches to the server that a killed process left behind, and stops it', async () => {
    const dataDir = newCluster()
    const otherLauncher = launchElsewhere(dataDir)
    const { url } = await otherLauncher.answer
    const pid = postmasterOf(dataDir)
    await otherLauncher.kill()
    const launchedPostgres = await launchPostgres({ dataDir })
    expect(launchedPostgres).toMatchObject({ url, attached: true })
    expect(postmasterOf(dataDir)).toBe(pid)
    await launchedPostgres.stop()
    expect(servesCluster(pid, clusterOf(dataDir))).toBe(false)
  })

  test('recovers when both the process and its server were killed', async () => {
    const dataDir = newCluster()
    const otherLauncher = launchElsewhere(dataDir)
    const { url } = await otherLauncher.answer
    await otherLauncher.kill()
    process.kill(postmasterOf(dataDir), 'SIGKILL')
    const launchedPostgres = await launchPostgres({ dataDir })
    expect(launchedPostgres).toMatchObject({ url, attached: false })
    await launchedPostgres.stop()
  })

  test('starts one server for concurrent processes on an empty folder, and stops it with the last process', async () => {
    const dataDir = path.join(root, 'together')
    folders.add(dataDir)
    const otherLaunchers = [launchElsewhere(dataDir), launchElsewhere(dataDir), launchElsewhere(dataDir)]
    const responses = await Promise.all(otherLaunchers.map((otherLauncher) => otherLauncher.answer))
    expect(new Set(responses.map((response) => response.url)).size).toBe(1)
    expect(responses.filter((response) => !response.attached)).toHaveLength(1)
    const pid = postmasterOf(dataDir)
    await otherLaunchers[responses.findIndex((response) => !response.attached)]!.stop()
    expect(await query(responses[0]!.url, 'select 1 as one')).toEqual([{ one: 1 }])
    for (const otherLauncher of otherLaunchers) await otherLauncher.stop()
    expect(servesCluster(pid, clusterOf(dataDir))).toBe(false)
    expect(readdirSync(dataDir).filter((name) => name.includes('.new-') || name.startsWith('password.'))).toEqual([])
  })

  test('ignores a postmaster.pid whose process ID now belongs to another program', async () => {
    const dataDir = newCluster()
    const unrelatedProcess = spawn('sleep', ['600'])
    children.add(unrelatedProcess)
    writeFileSync(
      path.join(clusterOf(dataDir), 'postmaster.pid'),
      `${unrelatedProcess.pid}\n${clusterOf(dataDir)}\n1\n5432\n\n127.0.0.1\n  1 2\nready   \n`,
    )
    const launchedPostgres = await launchPostgres({ dataDir })
    expect(launchedPostgres.attached).toBe(false)
    await launchedPostgres.stop()
    expect(unrelatedProcess.exitCode ?? unrelatedProcess.signalCode).toBeNull()
  })

  test('starts despite an empty postmaster.pid that a crash left', async () => {
    const dataDir = newCluster()
    writeFileSync(path.join(clusterOf(dataDir), 'postmaster.pid'), '')
    const launchedPostgres = await launchPostgres({ dataDir })
    await launchedPostgres.stop()
  })

  test('removes the incomplete cluster of a start that was killed', async () => {
    const dataDir = path.join(root, 'half-made')
    folders.add(dataDir)
    mkdirSync(path.join(dataDir, 'cluster.new-999999999-ab'), { recursive: true })
    const launchedPostgres = await launchPostgres({ dataDir, durable: false })
    await launchedPostgres.stop()
    expect(readdirSync(dataDir).sort()).toEqual(['cluster', 'password', 'port', 'postgres.log', 'runtime-password'])
  })

  describe('a port that is in use', () => {
    let squatter: Server
    let port: number
    beforeAll(async () => {
      squatter = createServer().listen(0, '127.0.0.1')
      await new Promise((resolve) => squatter.once('listening', resolve))
      port = (squatter.address() as { port: number }).port
      return () => new Promise<void>((resolve) => squatter.close(() => resolve()))
    })

    test('is reported if it was configured', async () => {
      const error = await errorOf(launchPostgres({ dataDir: newCluster(), port }))
      expect(error.problem).toBe('port_taken')
      expect(error.message).toContain(` ${port} `)
    })

    test('is replaced by a free port, with a message, if it was remembered', async () => {
      const dataDir = newCluster()
      writeFileSync(path.join(dataDir, 'port'), `${port}\n`)
      const lines: string[] = []
      const launchedPostgres = await launchPostgres({ dataDir, log: (line) => lines.push(line) })
      expect(lines).toEqual([expect.stringContaining(` ${port} `)])
      expect(new URL(launchedPostgres.url).port).toBe(readFileSync(path.join(dataDir, 'port'), 'utf8').trim())
      await launchedPostgres.stop()
    })
  })

  test('reports a lost server, and starts it again on the same port', async () => {
    const dataDir = newCluster()
    const launchedPostgres = await launchPostgres({ dataDir })
    process.kill(postmasterOf(dataDir), 'SIGKILL')
    await launchedPostgres.lost
    const relaunched = await launchPostgres({ dataDir })
    expect(relaunched.url).toBe(launchedPostgres.url)
    await launchedPostgres.stop()
    expect(await query(relaunched.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await relaunched.stop()
  })

  describe('an invalid data folder', () => {
    test('reports data of a different PostgreSQL version', async () => {
      const dataDir = newCluster()
      writeFileSync(path.join(clusterOf(dataDir), 'PG_VERSION'), '14\n')
      const error = await errorOf(launchPostgres({ dataDir }))
      expect(error.problem).toBe('wrong_version')
      expect(error.message).toMatch(/PostgreSQL 14.*PostgreSQL \d+.*pg_dumpall/s)
    })

    test('reports a folder with other contents', async () => {
      const dataDir = path.join(root, 'something-else')
      mkdirSync(path.join(dataDir, 'cluster', 'photos'), { recursive: true })
      expect(await errorOf(launchPostgres({ dataDir }))).toMatchObject({
        problem: 'damaged',
        message: expect.stringContaining(path.join(dataDir, 'cluster')),
      })
    })

    test('reports a file in place of the folder', async () => {
      const dataDir = path.join(root, 'file')
      writeFileSync(dataDir, '')
      expect(await errorOf(launchPostgres({ dataDir }))).toMatchObject({
        problem: 'permission',
        message: expect.stringContaining(dataDir),
      })
    })

    test('reports a missing password', async () => {
      const dataDir = newCluster()
      rmSync(path.join(dataDir, 'password'))
      expect(await errorOf(launchPostgres({ dataDir }))).toMatchObject({
        problem: 'password',
        message: expect.stringContaining(path.join(dataDir, 'password')),
      })
      writeFileSync(path.join(dataDir, 'password'), 'another')
      expect(await errorOf(launchPostgres({ dataDir }))).toMatchObject({
        problem: 'password',
        message: expect.stringContaining(clusterOf(dataDir)),
      })
    })

    test('reports a damaged cluster', async () => {
      const dataDir = newCluster()
      writeFileSync(path.join(clusterOf(dataDir), 'global', 'pg_control'), 'rubbish')
      expect(await errorOf(launchPostgres({ dataDir }))).toMatchObject({
        problem: 'damaged',
        message: expect.stringContaining(dataDir),
      })
    })

    test('reports a platform without binaries', () => {
      expect(() => findBinaries('win32-x64')).toThrow(/win32-x64.*DATABASE_URL/)
    })
  })
})

describe('the operating system account', () => {
  const nobodyUid = 65_534
  const isRoot = process.getuid?.() === 0

  test.runIf(isRoot)('runs PostgreSQL as the folder’s owner, even if root starts it, and rejects a different user', async () => {
    chmodSync(root, 0o755)
    const dataDir = path.join(root, 'ordinary')
    folders.add(dataDir)
    mkdirSync(dataDir)
    chownSync(dataDir, nobodyUid, nobodyUid)
    const ordinaryProcess = launchElsewhere(dataDir, { uid: nobodyUid })
    const { url, message } = await ordinaryProcess.answer
    expect(message).toBeUndefined()
    await ordinaryProcess.stop()
    const launchedPostgres = await launchPostgres({ dataDir })
    expect(launchedPostgres.url).toBe(url)
    expect(statSync(path.join(clusterOf(dataDir), 'postmaster.pid')).uid).toBe(nobodyUid)
    await launchedPostgres.stop()
    const foreignResult = await launchElsewhere(newCluster(), { uid: nobodyUid }).answer
    expect(foreignResult.problem).toBe('permission')
  })

  test.runIf(isRoot)('runs PostgreSQL as an unprivileged user for root without user namespaces', async () => {
    const missingFolder = path.join(root, 'no-programs')
    mkdirSync(missingFolder)
    chmodSync(root, 0o755)
    const dataDir = path.join(root, 'fallback')
    folders.add(dataDir)
    const otherLauncher = launchElsewhere(dataDir, { env: { PATH: missingFolder } })
    expect((await otherLauncher.answer).message).toBeUndefined()
    expect(statSync(clusterOf(dataDir)).uid).toBe(nobodyUid)
    await otherLauncher.stop()
    chmodSync(root, 0o700)
    const rejection = await launchElsewhere(path.join(root, 'fallback-2'), { env: { PATH: missingFolder } }).answer
    expect(rejection).toMatchObject({ problem: 'root', message: expect.stringContaining(root) })
  })
})

describe('prepareBinaries', () => {
  test('creates the library links and permissions that skipped install scripts left out', async () => {
    const original = path.resolve(path.dirname(findBinaries().postgres), '../..')
    const copy = path.join(root, 'package')
    cpSync(original, copy, { recursive: true, verbatimSymlinks: true })
    const links = JSON.parse(readFileSync(path.join(copy, 'native/pg-symlinks.json'), 'utf8')) as { source: string; target: string }[]
    for (const { target } of links) rmSync(path.join(copy, target), { force: true })
    chmodSync(path.join(copy, 'native/bin/postgres'), 0o644)
    const binaries = prepareBinaries(copy)
    for (const { source, target } of links) expect(realpathSync(path.join(copy, target))).toBe(realpathSync(path.join(copy, source)))
    expect(links.every(({ target }) => !path.isAbsolute(readlinkSync(path.join(copy, target))))).toBe(true)
    const version = spawn(binaries.postgres, ['--version'])
    expect(await new Promise((resolve) => version.once('exit', resolve))).toBe(0)
  })

  test('reports links and permissions that cannot be fixed', () => {
    expect(() => prepareBinaries(path.join(root, 'nothing-here'))).toThrow(/npm ci/)
  })
})

describe('explainLog', () => {
  const dataDir = '/srv/slipway/postgres'
  test.each([
    [
      'disk_full',
      'FATAL:  could not write lock file "postmaster.pid": No space left on device',
      /no space left.*\/srv\/slipway\/postgres.*no committed data is lost/i,
    ],
    ['disk_full', 'PANIC:  could not write to file "pg_wal/xlogtemp.29": No space left on device', /Free some space/],
    ['permission', 'initdb: error: could not change permissions of directory "/x": Operation not permitted', /can’t write to/],
    ['memory', 'FATAL:  could not map anonymous shared memory: Cannot allocate memory', /didn’t get enough memory/],
    ['wrong_version', 'FATAL:  database files are incompatible with server', /a different PostgreSQL version/],
    ['binaries', 'postgres: error while loading shared libraries: libpq.so.5: cannot open shared object file', /npm ci/],
    ['root', '"root" execution of the PostgreSQL server is not permitted.', /ordinary user/],
    ['not_started', 'FATAL:  something new', /something new/],
  ])('explains: %s', (problem, output, message) => {
    const error = explainLog(output, { dataDir, port: 1, logFile: '/srv/slipway/postgres.log' })
    expect(error.problem).toBe(problem)
    expect(error.message).toMatch(message)
  })

  test.each([
    ['ENOSPC', 'disk_full'],
    ['EACCES', 'permission'],
    ['EROFS', 'permission'],
  ])('explains the file error %s', (code, problem) => {
    expect(explainFileError(Object.assign(new Error(code), { code, path: '/srv/x' }), dataDir)).toMatchObject({ problem })
  })
})
