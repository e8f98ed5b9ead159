import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test, vi } from 'vitest'
import { orphanStopped } from '../../scripts/folderClaim.ts'
import { isAlive, type ProcessMark } from '../../scripts/processes.ts'
import { readyMessage } from '../../server/listen.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'slipway-start-'))
const processes: ChildProcess[] = []

function start() {
  const env = { ...process.env, SLIPWAY_DATA: dataDir, PORT: '0', SLIPWAY_HTTPS_PORT: '0', SLIPWAY_SIM_PORT: '0', DATABASE_URL: '' }
  const child = spawn(process.execPath, ['scripts/start.js'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  processes.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  const whenEnded = new Promise<number | null>((resolve) => child.once('close', resolve))
  return {
    child,
    ended: whenEnded,
    output: () => output,
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
  for (const child of processes) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGTERM')
    await new Promise((resolve) => child.once('close', resolve))
  }
  rmSync(dataDir, { recursive: true, force: true })
})

test('starts with npm start, restarts killed processes, survives kill -9 and stops in order', async () => {
  const firstServer = start()
  const address = await firstServer.address()
  expect(await health(address)).toBe(200)

  const secondServer = start()
  expect(await secondServer.ended).toBe(1)
  expect(secondServer.output()).toContain(`Slipway is already running in this folder (process ${firstServer.child.pid}): ${address}`)

  const serverBefore = children().server
  process.kill(serverBefore.pid, 'SIGKILL')
  await vi.waitFor(() => expect(children().server.pid).not.toBe(serverBefore.pid), 10_000)
  await vi.waitFor(async () => expect(await health(address)).toBe(200), 30_000)
  expect(firstServer.output()).toContain('was terminated by SIGKILL; restarting')

  const orphans = Object.values(children())
  firstServer.child.kill('SIGKILL')
  await firstServer.ended
  const thirdServer = start()
  expect(await health(await thirdServer.address())).toBe(200)
  expect(thirdServer.output()).toContain(orphanStopped)
  expect(orphans.map(isAlive)).toEqual([false, false])

  const lastProcesses = Object.values(children())
  thirdServer.child.kill('SIGINT')
  expect(await thirdServer.ended).toBe(0)
  expect(lastProcesses.map(isAlive)).toEqual([false, false])
  expect(existsSync(path.join(dataDir, 'run.json'))).toBe(false)
  expect(existsSync(path.join(dataDir, 'postgres/cluster/postmaster.pid'))).toBe(false)
}, 240_000)
