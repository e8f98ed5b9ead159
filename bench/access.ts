import { fillAccess } from './accessData.ts'
import type { RowName } from './benchmarks.ts'
import { withPostgres } from './database.ts'
import { compareShapes, comparisonHeads, type Server, type Shape, withServers } from './measure.ts'
import { printTable, startReport } from './report.ts'

/**
 * Measures lists of access through the whole server, and compares them with a bare Fastify server that has handwritten statements. Both
 * servers take turns on one PostgreSQL. Usage: `node bench/access.ts [assignments] [requests] [rounds]`, by default 1 000 000 assignments
 * and 200 000 requests.
 */
const assignments = Number(process.argv[2] ?? 1_000_000)
const requests = Number(process.argv[3] ?? 200_000)
const rounds = Number(process.argv[4] ?? 3)

type AccessShape = Shape<RowName<'access'>>
const list = '/account-access/access-requests/adv'
const filtered = `${list}?filter=status==approved;environment==production`
/** The callers have no role, so they see only their own access. */
const personShapes: AccessShape[] = [
  { title: 'access of a person', slipway: '/account-access/UserExistingAccess', baseline: '/existing', requests: 20 },
  { title: 'pending for an owner', slipway: '/account-access/ownerPendingAccessRequests', baseline: '/pending', requests: 40 },
]
const auditorShapes: AccessShape[] = [
  { title: 'requests, first page', slipway: list, baseline: '/adv?shape=newest', requests: 40 },
  { title: 'requests, two filters', slipway: filtered, baseline: '/adv?shape=filtered', requests: 30 },
  { title: 'requests, search', slipway: `${list}?search=checkout`, baseline: '/adv?shape=substring', requests: 20 },
  { title: 'requests, page 2,000', slipway: `${list}?page=2000`, baseline: '/adv?shape=newest&page=2000', requests: 20 },
  { title: 'request options', slipway: `${list}/options`, baseline: '/options', requests: 20 },
]
/** The callers have no role, so hidden accounts are left out of the page and the count. */
const restrictedShapes: AccessShape[] = [
  { title: 'requests visible to a person', slipway: list, baseline: '/adv?shape=newest', requests: 30 },
]
const report = startReport('access')

await withPostgres(async (url) => {
  await fillAccess(url, assignments, requests)
  const programs = [['./bareAccessServer.ts'], ['./slipwayServer.ts'], ['./slipwayServer.ts', '{"roles":[]}']] as const
  await withServers(url, programs, async (baseline, auditors, people) => {
    const compareWith = (slipway: Server, shapes: AccessShape[]) => compareShapes(report, shapes, { slipway, baseline }, rounds)
    const figure = (number: number) => number.toLocaleString('en')
    process.stdout.write(`${figure(assignments)} assignments, ${figure(requests)} requests, 25 per page, one machine for everything\n\n`)
    printTable(comparisonHeads, [
      ...(await compareWith(people, personShapes)),
      ...(await compareWith(auditors, auditorShapes)),
      ...(await compareWith(people, restrictedShapes)),
    ])
  })
})
