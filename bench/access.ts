import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { launchPostgres } from '../server/db/launcher.ts'
import { migrate } from '../server/migrate.ts'
import { fillAccess } from './accessData.ts'
import { heads, measure, type Server, type Shape, start, write } from './measure.ts'

/**
 * Measures lists of access through the whole server, and compares them with a bare Fastify server that has handwritten statements. Both
 * servers take turns on one PostgreSQL. Usage: `node bench/access.ts [assignments] [requests] [rounds]`, by default 1 000 000 assignments
 * and 200 000 requests.
 */
const assignments = Number(process.argv[2] ?? 1_000_000)
const requests = Number(process.argv[3] ?? 200_000)
const rounds = Number(process.argv[4] ?? 3)

const list = '/account-access/access-requests/adv'
const filtered = `${list}?filter=status==approved;environment==production`
/** The callers have no role, so they see only their own access. */
const personShapes: Shape[] = [
  { title: 'access of a person', slipway: '/account-access/UserExistingAccess', baseline: '/existing', requests: 20 },
  { title: 'pending for an owner', slipway: '/account-access/ownerPendingAccessRequests', baseline: '/pending', requests: 40 },
]
const auditorShapes: Shape[] = [
  { title: 'requests, first page', slipway: list, baseline: '/adv?shape=newest', requests: 40 },
  { title: 'requests, two filters', slipway: filtered, baseline: '/adv?shape=filtered', requests: 30 },
  { title: 'requests, search', slipway: `${list}?search=checkout`, baseline: '/adv?shape=substring', requests: 20 },
  { title: 'requests, page 2,000', slipway: `${list}?page=2000`, baseline: '/adv?shape=newest&page=2000', requests: 20 },
  { title: 'request options', slipway: `${list}/options`, baseline: '/options', requests: 20 },
]
/** The callers have no role, so hidden accounts are left out of the page and the count. */
const restrictedShapes: Shape[] = [{ title: 'requests visible to a person', slipway: list, baseline: '/adv?shape=newest', requests: 30 }]

const dir = mkdtempSync(path.join(tmpdir(), 'slipway-bench-'))
const postgres = await launchPostgres({ dataDir: dir })
const servers: Server[] = []
try {
  await migrate(postgres.url)
  await fillAccess(postgres.url, assignments, requests)
  servers.push(await start('./bareAccessServer.ts', postgres.url))
  servers.push(await start('./slipwayServer.ts', postgres.url))
  servers.push(await start('./slipwayServer.ts', postgres.url, JSON.stringify({ roles: [] })))
  const [baseline, auditors, people] = servers as [Server, Server, Server]
  const figure = (number: number) => number.toLocaleString('en')
  process.stdout.write(`${figure(assignments)} assignments, ${figure(requests)} requests, 25 per page, one machine for everything\n\n`)
  write(heads)
  write(heads.map(() => '---'))
  for (const [server, shapes] of [
    [people, personShapes],
    [auditors, auditorShapes],
    [people, restrictedShapes],
  ] as const)
    for (const shape of shapes) for (const connections of [1, 8]) write(await measure(shape, server, baseline, connections, rounds))
} finally {
  for (const { child } of servers) child.kill()
  await postgres.stop()
  rmSync(dir, { recursive: true, force: true })
}
