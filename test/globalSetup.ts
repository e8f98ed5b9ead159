import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { markOf } from '../scripts/processes.ts'
import { readPostmaster, servesCluster } from '../server/db/launcherPostmaster.ts'
import { loadCertificates } from '../simulator/core/ca.ts'
import { loadTokenSigner } from '../simulator/core/tokens.ts'
import { auditFaults } from './auditedCalls.ts'
import { runtimeRoleUrl, socketUrl, withClient } from './postgresServer.ts'
import { readCalls } from './recordedCalls.ts'
import { unusedPermissions } from './recordedPermissions.ts'
import { createTemplate, launchFilledPostgres } from './reusedPostgres.ts'
import { listUntestedCalls } from './testedCalls.ts'
import { callsOnPage, pageFaults } from './vendor-sdks/page.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { url: string; prefix: string }
    /** The folder with certificates and signing key for all simulators of the run, because creating them is slow. */
    simulatorDir: string
    exchangesDir: string
    callsDir: string
    permissionsDir: string
    answeredDir: string
  }
}

const resultsDir = fileURLToPath(new URL('results', import.meta.url))
const runsDir = path.join(hasMemoryForDatabase() ? '/dev/shm' : os.tmpdir(), `slipway-tests-${os.userInfo().uid}`)

/** Cloning the template takes 30 ms in memory and up to twenty times that on disk. Containers often have only 64 MB of shared memory. */
function hasMemoryForDatabase(): boolean {
  if (!existsSync('/dev/shm')) return false
  const { bavail, bsize } = statfsSync('/dev/shm')
  return bavail * bsize > 2_000_000_000
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dir = path.join(runsDir, String(process.pid))
  await cleanUpKilledRuns()
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(dir, { recursive: true })
  const configuredUrl = process.env.DATABASE_URL_TEST
  const simulatorDir = path.join(dir, 'simulator')
  // `npm test` sets this variable for a complete run. Servers that tests start must not see it, because they reject unknown settings.
  const isFullRun = process.env.SLIPWAY_TEST_WHOLE !== undefined
  delete process.env.SLIPWAY_TEST_WHOLE
  // An external server can be shared with other runs.
  const prefix = configuredUrl ? `slipway_test_${process.pid}_` : 'slipway_test_'
  const [launchedPostgres] = await Promise.all([
    configuredUrl ? undefined : launchFilledPostgres(path.join(dir, 'postgres'), prefix, !isFullRun),
    loadCertificates(simulatorDir).then(() => loadTokenSigner(simulatorDir)),
  ])
  const url = configuredUrl ?? socketUrl(launchedPostgres?.url ?? '', path.join(dir, 'postgres/cluster'))
  const exchangesDir = path.join(dir, 'exchanges')
  mkdirSync(exchangesDir)
  const callsDir = path.join(dir, 'calls')
  mkdirSync(callsDir)
  const permissionsDir = path.join(dir, 'permissions')
  mkdirSync(permissionsDir)
  const answeredDir = path.join(dir, 'answered')
  const teardown = async () => {
    const uncalledOperations = isFullRun ? listUntestedCalls(answeredDir) : []
    const unaudited = auditFaults(answeredDir, isFullRun)
    const callFaults = faultsOfCalls(callsDir, isFullRun)
    const unusedNames = isFullRun ? unusedPermissions(permissionsDir) : []
    const validationProcess = spawnSync(process.execPath, [fileURLToPath(new URL('validateExchanges.ts', import.meta.url)), exchangesDir], {
      stdio: 'inherit',
    })
    if (launchedPostgres) await launchedPostgres.stop()
    else {
      await dropDatabases(url, prefix)
      await withClient(url, (client) => client.query(`drop role if exists ${runtimeRoleUrl(url, prefix).role}`))
    }
    rmSync(dir, { recursive: true, force: true })
    const problems = [
      ...(validationProcess.status === 0 ? [] : ['Exchanges of the tests differ from Azure’s specifications; see above.']),
      ...(unaudited.length === 0 ? [] : [`Audit trails of the tests have faults: ${unaudited.join('; ')}.`]),
      ...(callFaults.length === 0 ? [] : [`Calls to external services differ from docs/vendor-sdks.md: ${callFaults.join('; ')}.`]),
      ...(unusedNames.length === 0 ? [] : [`Slipway requires permissions that no test needed: ${unusedNames.join(', ')}.`]),
      ...(uncalledOperations.length === 0 ? [] : [`No test got a successful response from: ${uncalledOperations.join(', ')}`]),
    ]
    if (problems.length === 0) return
    mkdirSync(resultsDir, { recursive: true })
    writeFileSync(path.join(resultsDir, 'problems.txt'), `${problems.join('\n')}\n`)
    throw new Error(problems.join('\n'))
  }
  try {
    if (configuredUrl) {
      await dropDatabases(url, prefix)
      await createTemplate(url, prefix)
    }
  } catch (error) {
    await teardown()
    throw error
  }
  project.provide('postgres', { url, prefix })
  project.provide('simulatorDir', simulatorDir)
  project.provide('exchangesDir', exchangesDir)
  project.provide('callsDir', callsDir)
  project.provide('permissionsDir', permissionsDir)
  project.provide('answeredDir', answeredDir)
  return teardown
}

function faultsOfCalls(dir: string, isFullRun: boolean): string[] {
  const page = readFileSync(new URL('../docs/vendor-sdks.md', import.meta.url), 'utf8')
  const calls = readCalls(dir)
  mkdirSync(resultsDir, { recursive: true })
  writeFileSync(path.join(resultsDir, 'calls.json'), JSON.stringify(isFullRun ? calls : [...callsOnPage(page), ...calls]))
  return pageFaults(page, calls, isFullRun)
}

async function dropDatabases(url: string, prefix: string): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ datname: string }>('select datname from pg_database where starts_with(datname, $1)', [prefix])
    for (const { datname } of rows) await client.query(`drop database if exists "${datname}" with (force)`)
  })
}

/** A killed run leaves its server and its folder behind. The folder is named after the process ID of the run. */
async function cleanUpKilledRuns(): Promise<void> {
  mkdirSync(runsDir, { recursive: true })
  for (const name of readdirSync(runsDir)) {
    if (name === String(process.pid) || markOf(Number(name))) continue
    const cluster = path.join(runsDir, name, 'postgres', 'cluster')
    const server = readPostmaster(cluster)
    if (server && servesCluster(server.pid, cluster)) process.kill(server.pid, 'SIGQUIT')
    while (server && servesCluster(server.pid, cluster)) await delay(20)
    rmSync(path.join(runsDir, name), { recursive: true, force: true })
  }
}
