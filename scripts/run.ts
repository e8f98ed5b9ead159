import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { company } from '../sample/company.ts'
import { seed } from '../sample/seed.ts'
import { LaunchError } from '../server/db/launcherError.ts'
import { MigrationError } from '../server/db/migrationError.ts'
import { readyMessage } from '../server/listen.ts'
import { migrate } from '../server/migrate.ts'
import type { Simulator } from '../simulator/core/simulator.ts'
import { box } from './box.ts'
import { claimFolder, orphanStopped } from './folderClaim.ts'
import { logFile } from './logFile.ts'
import { opensSignIn } from './opensSignIn.ts'
import { choosePorts, type Ports } from './ports.ts'
import { Problem } from './problem.ts'
import { reusePostgres } from './reusePostgres.ts'
import { simulatorEnv } from './simulatorEnv.ts'
import { type SupervisedProcess, supervise } from './supervise.ts'
import { buildWeb } from './webBuild.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const vitePort = 5173
const maxWaitMs = 60_000

/**
 * Runs PostgreSQL, the simulated cloud, the server and the browser part on this machine until Ctrl-C. @param watch runs from the sources,
 * restarts the server when its files change, and serves the browser part from its sources; otherwise `buildServer` must have run
 */
export async function run({ watch }: { watch: boolean }): Promise<void> {
  process.chdir(root)
  const dataDir = path.resolve(process.env.SLIPWAY_DATA || '.slipway')
  const prefixedLog = (name: string) => (text: string) => console.log(`${`${name}:`.padEnd(11)} ${text}`)
  const children: SupervisedProcess[] = []
  const undo: (() => Promise<void> | void)[] = [] // Started in this order, and stopped in the reverse order.
  let stopping: Promise<void> | undefined

  async function stop(): Promise<void> {
    for (let step = undo.pop(); step; step = undo.pop()) await step()
  }
  function exitWith(code: number): void {
    stopping ??= stop()
      .catch((error: unknown) => console.error(explain(error)))
      .then(() => process.exit(code))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping) for (const child of children) child.kill()
      else console.log('\nStopping. Press Ctrl-C again to stop immediately.')
      exitWith(0)
    })
  }

  try {
    const claim = await claimFolder(dataDir)
    undo.push(() => claim.release())
    for (const name of claim.orphans) prefixedLog(name)(orphanStopped)
    const ports = await choosePorts(process.env, watch ? { vite: vitePort } : {})
    const publicUrl = `http://127.0.0.1:${watch ? vitePort : ports.http}`
    console.log('Starting Slipway …')

    const start = (
      name: string,
      args: string[],
      env: Record<string, string>,
      isReady: (firstLine: Promise<string>) => Promise<unknown>,
    ) => {
      if (stopping) return Promise.resolve()
      const first = Promise.withResolvers<string>()
      let ready = false
      // Earlier output is shown only if the process fails to start.
      const keep = logFile(dataDir, name, (text) => ready && prefixedLog(name)(text))
      const child = supervise({
        name,
        args,
        env,
        onLine: (line) => {
          first.resolve(line)
          keep(line)
        },
        isReady: () => isReady(first.promise),
        onStart: (mark) => claim.record({ child: { name, mark } }),
        prefixedLog: prefixedLog(name),
      })
      children.push(child)
      undo.push(() => child.stop())
      return child.ready.then(() => {
        ready = true
      })
    }

    const postgres = process.env.DATABASE_URL ? undefined : reusePostgres(path.join(dataDir, 'postgres'), prefixedLog('postgres'))
    if (postgres) undo.push(() => postgres.stop())
    const simulatorDir = path.join(dataDir, 'simulator')
    let simulator: Pick<Simulator, 'origins' | 'caFile'> | undefined
    const [database] = await Promise.all([
      (postgres?.urls ?? Promise.resolve(configuredDatabase())).then(async (urls) => {
        await migrate(urls.url, urls.runtimeUrl)
        return urls
      }),
      start(
        'simulator',
        [watch ? 'simulator/main.ts' : 'dist/server/simulator.js'],
        { SLIPWAY_SIM_DATA: simulatorDir, SLIPWAY_SIM_PORT: String(ports.simulator) },
        async (line) => {
          simulator = JSON.parse(await line) as Pick<Simulator, 'origins' | 'caFile'>
        },
      ),
      watch ? undefined : buildWeb(root),
    ])
    if (!simulator) return
    const cloud = simulatorEnv(simulator)
    await seed(database.url, { issuer: cloud.SLIPWAY_OIDC_ISSUER ?? '', demonstration: true })

    const serverEnv = {
      ...cloud,
      ...{ SLIPWAY_MODE: 'development', SLIPWAY_DATA: dataDir, DATABASE_URL: database.runtimeUrl, SLIPWAY_PUBLIC_URL: publicUrl },
      DATABASE_MIGRATION_URL: database.url,
      ...{ PORT: String(ports.http), SLIPWAY_HTTPS_PORT: String(ports.https), SLIPWAY_ALLOWED_HOSTS: hosts(ports).join(',') },
      // Nothing probes this server, and another server on this machine can use the default port.
      SLIPWAY_OPS_PORT: process.env.SLIPWAY_OPS_PORT || '0',
      NODE_COMPILE_CACHE: path.join(dataDir, 'compile-cache'),
      SLIPWAY_TLS_CERT_FILE: path.join(simulatorDir, 'server.pem'),
      SLIPWAY_TLS_KEY_FILE: path.join(simulatorDir, 'server.key'),
    }
    const server = watch ? ['--watch', '--watch-preserve-output', 'server/main.ts'] : ['dist/server/main.js']
    const origin = `http://127.0.0.1:${ports.http}`
    await start('server', server, serverEnv, async () => {
      await waitFor(`${origin}/health`, isOk)
      await waitFor(origin, opensSignIn, 1_000)
    })
    if (watch)
      await start('vite', ['node_modules/vite/bin/vite.js', 'web', '--port', String(vitePort), '--strictPort'], {}, () =>
        waitFor(`${publicUrl}/app/`, isOk),
      )
    if (stopping) return
    claim.record({ address: publicUrl })
    console.log(box(readyMessage, welcome(publicUrl, ports, simulator.caFile, dataDir)))
  } catch (error) {
    if (stopping) return
    console.error(`\n${explain(error)}`)
    exitWith(1)
  }
}

function configuredDatabase() {
  const runtimeUrl = process.env.DATABASE_URL ?? ''
  return { url: process.env.DATABASE_MIGRATION_URL ?? runtimeUrl, runtimeUrl }
}

const hosts = ({ http, https }: Ports) => ['127.0.0.1', 'localhost'].flatMap((host) => [`${host}:${http}`, `${host}:${https}`])

function explain(error: unknown): string {
  if (error instanceof Problem || error instanceof LaunchError || error instanceof MigrationError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

async function isOk(url: string): Promise<boolean> {
  const response = await fetch(url).catch(() => undefined)
  await response?.body?.cancel()
  return response?.status === 200
}

async function waitFor(url: string, isReady: (url: string) => Promise<boolean>, pauseMs = 50): Promise<void> {
  for (const end = Date.now() + maxWaitMs; Date.now() < end; await delay(pauseMs)) if (await isReady(url)) return
  throw new Problem(`${url} isn’t responding after ${maxWaitMs / 1000} s. The logs are in the data folder.`)
}

function welcome(publicUrl: string, ports: Ports, caFile: string, dataDir: string): [string, string][] {
  const people = company().personas.filter((person) => person.enabled)
  const shorten = (file: string) => (file.startsWith(root) ? path.relative(root, file) : file)
  return [
    ['Open', publicUrl],
    ...people.map(({ displayName, persona }, index): [string, string] => [
      index === 0 ? 'Sign in as' : '',
      `${displayName}, ${persona?.title.toLowerCase()}`,
    ]),
    ['API', `https://127.0.0.1:${ports.https} (certificate authority: ${shorten(caFile)})`],
    ['Mail', `http://127.0.0.1:${ports.simulator + 10}/mailbox (every email from Slipway)`],
    ['Logs', `${shorten(dataDir)}/*.log`],
    ['Stop', 'Ctrl-C'],
  ]
}
