import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { seed } from '../sample/seed.ts'
import { buildServer } from '../scripts/serverBuild.ts'
import { simulatorEnv } from '../scripts/simulatorEnv.ts'
import { readyMessage } from '../server/listen.ts'
import { startCloud } from './cloud.ts'
import { cpuSeconds } from './cpu.ts'
import { withPostgres } from './database.ts'
import { memoryOf, quantile } from './measure.ts'
import { printTable, startReport } from './report.ts'

/**
 * Compares the start of the server from its sources and from the bundle: time until it is ready, processor time and memory. Usage:
 * `node bench/start.ts [rounds]`, by default 5.
 */
const rounds = Number(process.argv[2] ?? 5)
const programs = { sources: 'server/main.ts', bundle: 'dist/server/main.js' }
const report = startReport('start')
const root = fileURLToPath(new URL('..', import.meta.url))

interface StartMeasurement {
  seconds: number
  cpu: number
  megabytes: number
}

async function startOnce(program: string, env: Record<string, string>): Promise<StartMeasurement> {
  const began = performance.now()
  const child = spawn(process.execPath, [program], { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => text.includes(readyMessage) && resolve())
    child.once('exit', (code) => reject(new Error(`${program} ended with ${code}`)))
  })
  const seconds = (performance.now() - began) / 1_000
  const cpu = cpuSeconds(child.pid!)
  const megabytes = memoryOf(child.pid!).peak
  child.kill('SIGTERM')
  await once(child, 'exit')
  return { seconds, cpu, megabytes }
}

await buildServer(root)
const dir = mkdtempSync(path.join(tmpdir(), 'slipway-bench-start-'))
try {
  await withPostgres(async (databaseUrl) => {
    const { cloud, stop } = await startCloud(path.join(dir, 'cloud'))
    const cloudEnv = simulatorEnv(cloud)
    await seed(databaseUrl, { issuer: cloudEnv.SLIPWAY_OIDC_ISSUER! })
    const env = {
      ...cloudEnv,
      DATABASE_URL: databaseUrl,
      SLIPWAY_DATA: dir,
      SLIPWAY_MODE: 'development',
      SLIPWAY_PUBLIC_URL: 'http://127.0.0.1:8080',
      PORT: '0',
      SLIPWAY_OPS_PORT: '0',
      NODE_COMPILE_CACHE: path.join(dir, 'compile-cache'),
    }
    const starts: Record<string, StartMeasurement[]> = { sources: [], bundle: [] }
    // The first start of each fills the compile cache.
    for (let round = -1; round < rounds; round++)
      for (const [name, program] of Object.entries(programs)) {
        const start = await startOnce(program, env)
        if (round >= 0) starts[name]!.push(start)
      }
    stop()
    const median = (name: string, figure: keyof StartMeasurement) =>
      quantile(
        starts[name]!.map((each) => each[figure]),
        0.5,
      )
    printTable(
      ['start from', 'ready after s', 'processor time s', 'at most MB'],
      Object.keys(programs).map((name) => [
        name,
        ...(['seconds', 'cpu', 'megabytes'] as const).map((figure) => median(name, figure).toFixed(2)),
      ]),
    )
    report('start from the bundle', median('bundle', 'seconds'))
    report('memory after the start', median('bundle', 'megabytes'))
  })
} finally {
  rmSync(dir, { recursive: true, force: true })
}
