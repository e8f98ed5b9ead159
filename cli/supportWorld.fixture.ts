import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { simulatorEnv } from '../scripts/simulatorEnv.ts'
import { startTestWorld } from '../server/clients/testWorld.ts'
import { openDatabase } from '../server/db/database.ts'
import { createTestDatabase } from '../test/postgres.ts'
import { plantedLog, plantRows, serveMetrics, unpack } from './supportBundle.fixture.ts'
import { supportBundle } from './supportBundle.ts'

type Environment = Record<string, string | undefined>
export type SupportWorld = Awaited<ReturnType<typeof openSupportWorld>>

export async function openSupportWorld() {
  const dir = mkdtempSync(path.join(tmpdir(), 'slipway-support-'))
  const auditKey = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const [world, database, metrics] = await Promise.all([startTestWorld({ countsPermissions: false }), createTestDatabase(), serveMetrics()])
  const { db, close } = openDatabase(database.url, { max: 2 })
  await plantRows(db)
  await close()
  writeFileSync(path.join(dir, 'server.log'), plantedLog())
  const environment: Environment = {
    ...simulatorEnv(world.sim),
    SLIPWAY_MODE: 'production',
    SLIPWAY_PUBLIC_URL: 'https://slipway.example',
    SLIPWAY_AUDIT_KEY: auditKey,
    SLIPWAY_DATA: dir,
    SLIPWAY_OPS_PORT: String(metrics.port),
    DATABASE_URL: database.runtimeUrl,
    DATABASE_MIGRATION_URL: database.url,
  }

  async function run(args: string[], settings: Environment = {}) {
    const output = { out: '', error: '' }
    const captureTo = (name: 'out' | 'error') => ({
      write: (text: string) => {
        output[name] += text
      },
    })
    const input = Readable.from(
      plantedLog()
        .split(/(?<=\n)/)
        .slice(0, 1),
    )
    const code = await supportBundle(args, { ...environment, ...settings }, { out: captureTo('out'), error: captureTo('error') }, input)
    return { code, ...output }
  }

  let count = 0
  async function bundle(settings: Environment = {}, ...args: string[]) {
    const file = path.join(dir, `bundle-${count++}.tar.gz`)
    const result = await run([file, ...args], settings)
    const files = unpack(file, dir)
    const json = (name: string) => JSON.parse(files[name]!)
    const statuses: Record<string, string> = Object.fromEntries(
      json('manifest.json').parts.map(({ name, status }: { name: string; status: string }) => [name, status]),
    )
    const withStatus = (status: string) => Object.keys(statuses).filter((name) => statuses[name] === status)
    return { ...result, file, files, json, statuses, withStatus, text: Object.entries(files).flat().join('\n') + result.out + result.error }
  }

  return {
    ...{ dir, run, bundle, secrets: [auditKey, database.url, world.sim.origins.mail] },
    async close() {
      metrics.close()
      rmSync(dir, { recursive: true })
      await Promise.all([world.close(), database.drop()])
    },
  }
}
