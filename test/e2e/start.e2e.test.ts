import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test, vi } from 'vitest'
import { lives, type ProcessMark } from '../../scripts/processes.ts'
import { readyMessage } from '../../server/listen.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'slipway-start-'))
const started: ChildProcess[] = []

function start() {
  const env = { ...process.env, SLIPWAY_DATA: dataDir, PORT: '0', SLIPWAY_HTTPS_PORT: '0', SLIPWAY_SIM_PORT: '0', DATABASE_URL: '' }
  const child = spawn(process.execPath, ['scripts/start.js'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  started.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return {
    child,
    ended,
    output: () => output,
    /** Waits for the address in the output. */
    address: () =>
      vi.waitFor(() => {
        if (child.exitCode !== null) throw new Error(output)
        expect(output).toContain(readyMessage)
        return /Open +(\S+)/.exec(output)![1]!
      }, 90_000),
  }
}

const children = () =>
  (JSON.parse(readFileSync(path.join(dataDir, 'run.json'), 'utf8')) as { children: Record<'server' | 'simulator', ProcessMark> }).children
const health = async (address: string) => (await fetch(`${address}/health`)).status

afterAll(async () => {
  for (const child of started) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGTERM')
    await new Promise((resolve) => child.once('close', resolve))
  }
  rmSync(dataDir, { recursive: true, force: true })
})

test('runs npm start, which restarts killed processes, survives kill -9 and stops in order', async () => {
  const first = start()
  const address = await first.address()
  expect(await health(address)).toBe(200)

  const second = start()
  expect(await second.ended).toBe(1)
  expect(second.output()).toContain(`Slipway is already running in this folder (process ${first.child.pid}): ${address}`)

  const before = children().server
  process.kill(before.pid, 'SIGKILL')
  await vi.waitFor(() => expect(children().server.pid).not.toBe(before.pid), 10_000)
  await vi.waitFor(async () => expect(await health(address)).toBe(200), 30_000)
  expect(first.output()).toContain('was ended by SIGKILL; starts again')

  const orphans = Object.values(children())
  first.child.kill('SIGKILL')
  await first.ended
  const third = start()
  expect(await health(await third.address())).toBe(200)
  expect(third.output()).toContain('was left over from a killed run and has been stopped')
  expect(orphans.map(lives)).toEqual([false, false])

  const last = Object.values(children())
  third.child.kill('SIGINT')
  expect(await third.ended).toBe(0)
  expect(last.map(lives)).toEqual([false, false])
  expect(existsSync(path.join(dataDir, 'run.json'))).toBe(false)
  expect(existsSync(path.join(dataDir, 'postgres/cluster/postmaster.pid'))).toBe(false)
}, 240_000)
