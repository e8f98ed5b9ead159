import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'
import { buildServer } from '../../scripts/serverBuild.ts'
import { withClient } from '../postgresServer.ts'

const lockId = 8_120_448
const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Builds the server as a single file, because it starts hundreds of times and loading a thousand modules takes most of the time.
 * @returns its path
 */
export function serverBundle(): Promise<string> {
  bundle ??= buildBundle()
  return bundle
}
let bundle: Promise<string> | undefined

async function buildBundle(): Promise<string> {
  await withClient(inject('postgres').url, async (client) => {
    await client.query('select pg_advisory_lock($1)', [lockId])
    await buildServer(root)
  })
  return path.join(root, 'dist/server/main.js')
}
