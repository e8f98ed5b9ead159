import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { build } from 'vite'
import { company } from '../sample/company.ts'
import { buildWeb } from '../scripts/webBuild.ts'
import { openBrowser } from '../test/e2e/browser.ts'
import { quantile } from './measure.ts'
import { printTable, startReport } from './report.ts'
import { printSizes } from './webSizes.ts'

/**
 * Measures the size of each screen, and how long the table of 50 accounts takes against an empty React page, both with a cold cache over
 * the same slow line in the same Chromium. API responses are prepared, so that only the browser is measured. Usage: `node bench/web.ts`.
 */
const line = { offline: false, latency: 20, downloadThroughput: 10_000_000 / 8, uploadThroughput: 10_000_000 / 8 }
const visits = 11
const rows = 50
const root = fileURLToPath(new URL('..', import.meta.url))
const dist = path.join(root, 'web/dist')
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.woff2': 'font/woff2' }

function mockResponses(): Record<string, unknown> {
  const { accounts, towers, families, people } = company()
  const can = { seeAll: true, update: true, updateOwners: true }
  const findById = (list: readonly { id: string; name: string }[], id: string) => ({
    id,
    name: list.find((item) => item.id === id)?.name ?? '',
  })
  const person = (id: string) => {
    const match = people.find((item) => item.id === id)
    return { id, displayName: match?.displayName, email: match?.email, department: match?.department, active: true }
  }
  const items = accounts.slice(0, rows).map((account) => ({
    ...account,
    tower: findById(towers, account.towerId),
    family: findById(families, account.familyId),
    owners: account.ownerIds.map(person),
    catalogueItems: [],
    version: 1,
    updatedAt: account.createdAt,
    can,
  }))
  return {
    '/me': { ...person(people[0]!.id), jobTitle: null, roles: [], credential: 'session' },
    '/accounts/adv': { items, page: 1, size: rows, total: accounts.length, totalIsCapped: false },
    '/accounts/adv/options': { fields: [{ name: 'name', label: 'Name', type: 'text', operators: ['=='], sortable: true }] },
    '/account-approvals/pending-approvals': [],
    '/notifications': { unread: 0, items: [] },
  }
}

async function serve(dir: string, base: string, api: Record<string, unknown>): Promise<{ server: Server; url: string }> {
  const files = new Map<string, { body: Buffer; type: string }>()
  const bodies = new Map(Object.entries(api).map(([name, value]) => [name, gzipSync(JSON.stringify(value))]))
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://bench')
    const body = bodies.get(pathname)
    if (body) return void response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(body)
    if (!pathname.startsWith(base)) return void response.writeHead(404).end()
    const name = path.extname(pathname) ? pathname.slice(base.length) : 'index.html'
    const file = files.get(name) ?? {
      body: compressed(path.join(dir, name)),
      type: types[path.extname(name)] ?? 'application/octet-stream',
    }
    files.set(name, file)
    response.writeHead(200, { 'content-type': file.type, 'content-encoding': 'br' }).end(file.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}` }
}

const compressed = (file: string) => (existsSync(`${file}.br`) ? readFileSync(`${file}.br`) : brotliCompressSync(readFileSync(file)))

/** Returns the median time of cold visits, in milliseconds, from the navigation until this many elements were painted. */
async function measurePaint(browser: Browser, url: string, paintTarget: { selector: string; count: number }): Promise<number> {
  const times: number[] = []
  for (let visitIndex = 0; visitIndex <= visits; visitIndex++) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', line)
    await page.addInitScript(({ selector, count }) => {
      const waitForPaint = () => {
        if (document.querySelectorAll(selector).length < count) return requestAnimationFrame(waitForPaint)
        // The next frame comes after the frame that painted the elements.
        return requestAnimationFrame(() => setTimeout(() => Object.assign(window, { painted: performance.now() })))
      }
      waitForPaint()
    }, paintTarget)
    await page.goto(url)
    const handle = await page.waitForFunction(() => (window as unknown as { painted?: number }).painted)
    if (visitIndex > 0) times.push((await handle.jsonValue()) ?? Number.NaN) // The first visit warms the browser up.
    await context.close()
  }
  return quantile(times, 0.5)
}

const report = startReport('web')
await buildWeb(root)
const sizes = printSizes(dist)
report('largest first screen', Math.max(...sizes.map(({ js, css }) => js + css)))
report('largest later screen', Math.max(...sizes.map(({ further }) => further)))
report('requests of a first screen', Math.max(...sizes.map(({ requests }) => requests)))

const empty = mkdtempSync(path.join(tmpdir(), 'slipway-empty-page-'))
const browser = await openBrowser()
const servers: Server[] = []
try {
  process.env.NODE_ENV = 'production'
  await build({ root: path.join(root, 'bench/emptyPage'), base: '/', logLevel: 'error', build: { outDir: empty, emptyOutDir: true } })
  const [baseline, product] = [await serve(empty, '/', {}), await serve(dist, '/app/', mockResponses())]
  servers.push(baseline.server, product.server)
  const baselineTime = await measurePaint(browser, baseline.url, { selector: '#done', count: 1 })
  const table = await measurePaint(browser, `${product.url}accounts?size=${rows}`, { selector: 'tbody tr th a', count: rows })
  printTable(
    ['page', 'painted after ms'],
    [
      ['empty React page', baselineTime.toFixed()],
      [`accounts, ${rows} rows`, table.toFixed()],
    ],
  )
  report('paint 50 accounts', table / baselineTime)
} finally {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  await browser.close()
  rmSync(empty, { recursive: true, force: true })
}
