import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { launchPostgres } from '../server/db/launcher.ts'
import { readyMessage } from '../server/listen.ts'
import { startSimulator } from '../simulator/simulator.ts'
import { imageSettings, type Settings } from './deploySettings.ts'
import { type Check, runTool } from './deployTools.ts'
import { packageServer } from './packageServer.ts'
import { choosePorts } from './ports.ts'
import { simulatorEnv } from './simulatorEnv.ts'

const readOnly = 'scripts/runReadOnly.sh'
const node = '/opt/slipway/bin/node'
/** The image's user, and one that a platform chooses, as OpenShift does */
const userIds = ['65532', '1000730000']
const maxWaitMs = 120_000
export const containerTools = {
  ...Object.fromEntries(['unshare', 'setpriv', 'chroot', 'openssl'].map((tool) => [tool, 'run it as root on Linux'])),
  psql: 'apt install postgresql-client',
}

const writer = `
  const { writeFileSync } = require('node:fs')
  for (const folder of ['/', '/opt/slipway', '/opt/slipway/dist/server', '/etc', '/usr', '/run/secrets'])
    try { writeFileSync(folder + '/written', ''); console.log(folder) } catch {}
  writeFileSync('/tmp/written', '')`

/** Starts the packaged files like a container, with this machine's libraries. */
export const packageCheck = (root: string): Check => ({
  name: 'package: start with a read-only file system with two user IDs, responses and stop',
  needs: containerTools,
  run: () =>
    checkContainer(async (folder) => {
      const image = path.join(folder, 'image')
      await packageServer(root, path.join(image, 'opt/slipway'))
      return image
    }),
})

/**
 * Starts an image's files against PostgreSQL with the roles of deploy/ and the simulator, and stops them.
 * @param createImage gets an empty folder, and returns the image's root folder
 */
export async function checkContainer(createImage: (folder: string) => Promise<string>): Promise<string[]> {
  if (process.getuid?.() !== 0) return ['This check needs root: it mounts file systems and changes the user.']
  const folder = mkdtempSync(path.join(os.tmpdir(), 'slipway-package-'))
  const undo: (() => Promise<unknown>)[] = [async () => rmSync(folder, { recursive: true })]
  try {
    const image = await createImage(folder)
    const sbom = readFileSync(path.join(image, 'opt/slipway/sbom.json'), 'utf8')
    const postgres = await launchPostgres({ dataDir: path.join(folder, 'postgres'), durable: false })
    undo.unshift(() => postgres.stop())
    const simulator = await startSimulator({ dataDir: path.join(folder, 'simulator') })
    undo.unshift(() => simulator.close())
    const secrets = path.join(folder, 'secrets')
    await runTool('deploy/createSecrets.sh', [secrets, new URL(postgres.url).host])
    await createRoles(postgres.url, secrets)
    const env = writeSecrets(simulatorEnv(simulator), { secrets, image, caFile: simulator.caFile })
    const findings = ['fastify', 'react', '%40fontsource-variable/inter', `node-linux-${process.arch}`]
      .filter((name) => !sbom.includes(`pkg:npm/${name}@`))
      .map((name) => `sbom.json lacks ${name}`)
    for (const uid of userIds) findings.push(...(await startOnce(image, uid, env)).map((finding) => `user ${uid}: ${finding}`))
    return findings
  } finally {
    for (const step of undo) await step()
  }
}

async function createRoles(adminUrl: string, secrets: string): Promise<void> {
  const create = (owner: string, app: string) =>
    runTool('psql', [adminUrl, '-f', 'deploy/database/roles.sql'], { OWNER_PASSWORD: owner, APP_PASSWORD: app })
  const [owner, app] = ['owner_password', 'app_password'].map((name) => readFileSync(path.join(secrets, name), 'utf8').trim())
  if ((await create(owner!, '')).code === 0) throw new Error('roles.sql accepted an empty password')
  const { code, output } = await create(owner!, app!)
  if (code !== 0) throw new Error(output)
}

function writeSecrets(simulated: Settings, { secrets, image, caFile }: { secrets: string; image: string; caFile: string }): Settings {
  const { SLIPWAY_CA_FILE: _, SLIPWAY_KEY_SECRET: __, ...settings } = simulated
  const target = path.join(image, 'run/secrets')
  mkdirSync(target, { recursive: true })
  const isSecret = (name: string) => /(SECRET|TOKEN|PASSWORD)$/.test(name)
  for (const [name, value] of Object.entries(settings).filter(([name]) => isSecret(name))) writeFileSync(path.join(target, name), value)
  for (const name of ['DATABASE_URL', 'DATABASE_MIGRATION_URL', 'SLIPWAY_KEY_SECRET', 'SLIPWAY_AUDIT_KEY'])
    cpSync(path.join(secrets, name), path.join(target, name))
  cpSync(caFile, path.join(target, 'SLIPWAY_CA'))
  const files = ['DATABASE_URL', 'DATABASE_MIGRATION_URL', 'SLIPWAY_KEY_SECRET', 'SLIPWAY_AUDIT_KEY', 'SLIPWAY_CA']
  return {
    ...Object.fromEntries(Object.entries(settings).filter(([name]) => !isSecret(name))),
    ...Object.fromEntries([...files, ...Object.keys(settings).filter(isSecret)].map((name) => [`${name}_FILE`, `/run/secrets/${name}`])),
  }
}

async function startOnce(image: string, uid: string, settings: Settings): Promise<string[]> {
  const { http, https } = await choosePorts({ PORT: '0', SLIPWAY_HTTPS_PORT: '0', SLIPWAY_SIM_PORT: '0' }, {})
  const [port, opsPort] = [String(http), String(https)]
  const env = {
    ...imageSettings(),
    ...settings,
    ...{ PATH: '/opt/slipway/bin:/usr/bin:/bin', PORT: port, SLIPWAY_OPS_PORT: opsPort, SLIPWAY_PUBLIC_URL: `http://127.0.0.1:${port}` },
    SLIPWAY_DRAIN_READINESS_SECONDS: '0',
  }
  const findings: string[] = []
  const writes = await runTool(readOnly, [image, uid, node, '-e', writer])
  if (writes.code !== 0 || writes.output !== '') findings.push(`it can write, or can't write to /tmp: ${writes.output}`)
  const command = await runTool(readOnly, [image, uid, '/opt/slipway/bin/slipway', 'help'], { PATH: env.PATH })
  if (command.code !== 0) findings.push(`slipway help: ${command.output}`)

  const child = spawn(readOnly, [image, uid, node, 'dist/server/main.js'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let log = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      log += text
    })
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  const isEnded = () => child.exitCode !== null || child.signalCode !== null
  for (const end = Date.now() + maxWaitMs; Date.now() < end && !isEnded() && !log.includes(readyMessage); ) await delay(100)
  if (!log.includes(readyMessage)) findings.push(`it didn’t start:\n${log.slice(-3_000)}`)
  else {
    const paths = [
      [opsPort, '/livez'],
      [opsPort, '/startupz'],
      [opsPort, '/readyz'],
      [opsPort, '/metrics'],
      [port, '/health'],
      [port, '/app/'],
      [port, '/openapi.json'],
    ]
    for (const [at, pathname] of paths) {
      const { status } = await fetch(`http://127.0.0.1:${at}${pathname}`)
      if (status !== 200) findings.push(`${pathname} answers ${status}`)
    }
  }
  if (!isEnded()) child.kill('SIGTERM')
  const killTimer = setTimeout(() => child.kill('SIGKILL'), 60_000)
  const code = await ended
  clearTimeout(killTimer)
  if (code !== 0) findings.push(`it stopped with code ${code}:\n${log.slice(-1_000)}`)
  return findings
}
