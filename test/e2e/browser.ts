import { execFile, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Browser, chromium, type Page } from 'playwright-core'

const root = fileURLToPath(new URL('../..', import.meta.url))
const results = path.join(root, 'test/results')
const quietNames = ['--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-quic']

/** Whether tests use the Chromium from the test dependencies, which draws the same on every machine. */
export const hasTestChromium = !process.env.SLIPWAY_TEST_BROWSER && process.platform === 'linux' && process.arch === 'x64'

/**
 * Opens the Chromium from the test dependencies (Linux on x64), or else an installed Chrome. SLIPWAY_TEST_BROWSER names another one. Close
 * it with `browser.close()`.
 */
export async function openBrowser(): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-gpu', ...quietNames]
  const configuredBrowser = process.env.SLIPWAY_TEST_BROWSER
  if (configuredBrowser) return chromium.launch({ executablePath: configuredBrowser, args })
  if (process.platform !== 'linux' || process.arch !== 'x64') return chromium.launch({ channel: 'chrome', args })
  const dir = await unpackChromium()
  const executablePath = path.join(dir, 'chromium')
  return chromium.launch({ executablePath, args, env: environmentFor(executablePath, dir) })
}

let workerBrowser: Promise<Browser> | undefined

/** @returns the browser of this worker, which ends with it, because starting one for each file takes a second or two */
export function sharedBrowser(): Promise<Browser> {
  workerBrowser ??= openBrowser().then((browser) =>
    browser.on('disconnected', () => {
      workerBrowser = undefined
    }),
  )
  return workerBrowser
}

export async function screenshot(page: Page, name: string, options: { fullPage?: boolean } = {}): Promise<string> {
  const file = path.join(results, `${name}.png`)
  mkdirSync(path.dirname(file), { recursive: true })
  await page.screenshot({ path: file, animations: 'disabled', ...options })
  return file
}

/** Unpacks once per version, in a temporary folder that is then renamed, because several workers can do it at the same time. */
async function unpackChromium(): Promise<string> {
  const library = createRequire(import.meta.url).resolve('@sparticuz/chromium')
  const { version } = JSON.parse(readFileSync(path.join(library, '../../package.json'), 'utf8')) as { version: string }
  const dir = path.join(os.tmpdir(), `slipway-chromium-${version}-${os.userInfo().uid}`)
  if (existsSync(dir)) return dir
  const draft = `${dir}.${process.pid}-${randomBytes(4).toString('hex')}`
  mkdirSync(draft, { mode: 0o700 })
  // The library unpacks into its process’s temporary folder and takes a half-written file for a complete one.
  const code = `import chromium, { inflate } from ${JSON.stringify(library)}
    await Promise.all([chromium.executablePath(), inflate(${JSON.stringify(path.join(library, '../../bin/al2023.tar.br'))})])`
  try {
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], { env: { ...process.env, TMPDIR: draft } })
    // The library’s font configuration names folders of another machine.
    const fonts = `<dir>${dir}/fonts/fonts</dir><cachedir>${dir}/fonts-cache</cachedir>`
    writeFileSync(path.join(draft, 'fonts/fonts.conf'), `<?xml version="1.0"?><fontconfig>${fonts}</fontconfig>`)
    renameSync(draft, dir)
  } catch (error) {
    if (!existsSync(dir)) throw error // Another worker has already unpacked it.
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return dir
}

/** A machine without libnss3 and libnspr4 uses the copies that come with the browser. */
function environmentFor(executable: string, dir: string): Record<string, string> {
  const env = { ...(process.env as Record<string, string>), FONTCONFIG_PATH: path.join(dir, 'fonts') }
  const withLibraries = { ...env, LD_LIBRARY_PATH: path.join(dir, 'al2023/lib') }
  for (const candidate of [env, withLibraries]) if (spawnSync(executable, ['--version'], { env: candidate }).status === 0) return candidate
  const { stdout } = spawnSync('ldd', [executable], { env: withLibraries, encoding: 'utf8' })
  const missingLibraries = stdout
    ?.split('\n')
    .filter((line) => line.includes('not found'))
    .map((line) => line.trim().split(' ')[0])
  throw new Error(
    `Chromium does not run here; libraries that are missing: ${missingLibraries?.join(', ') || 'unknown'}. SLIPWAY_TEST_BROWSER can name another browser.`,
  )
}
