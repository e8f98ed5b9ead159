import { execFile } from 'node:child_process'
import { existsSync, renameSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import { withClient } from '../postgresServer.ts'

const lockId = 8_120_448

/** The server as one file, built once per test run: it starts hundreds of times, and loading a thousand modules takes longest. */
export function serverBundle(): Promise<string> {
  bundle ??= make()
  return bundle
}
let bundle: Promise<string> | undefined

async function make(): Promise<string> {
  const folder = inject('bundleDir')
  await withClient(inject('postgres').url, async (client) => {
    await client.query('select pg_advisory_lock($1)', [lockId])
    if (existsSync(folder)) return
    const draft = `${folder}.draft`
    const maker = fileURLToPath(new URL('bundleServer.ts', import.meta.url))
    await promisify(execFile)(process.execPath, [maker, draft])
    renameSync(draft, folder)
  })
  return path.join(folder, 'main.mjs')
}
