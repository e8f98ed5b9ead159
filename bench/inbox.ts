import pg from 'pg'
import { loadEvidence } from '../server/approvals/approvalEvidence.ts'
import { openDatabase } from '../server/db/database.ts'
import { accessRequestSubject } from '../server/features/access/assignments/subject.ts'
import { cpuSeconds } from './cpu.ts'
import { withPostgres } from './database.ts'
import { fillInbox } from './inboxData.ts'
import { compare, comparisonCells, comparisonHeads, memoryOf, quantile, round, type Shape, withServers } from './measure.ts'
import { printTable, startReport } from './report.ts'

/**
 * Measures the inbox of the forty people with the most pending decisions, among a million approvals of which one in ten is pending. Pages
 * and counts are compared with a bare Fastify server with handwritten statements, everything else with that server's lookup of one row by
 * ID. Processor time is measured too, because other load on the machine does not increase it. The evidence of open approvals is measured
 * without external systems. Usage: `node bench/inbox.ts [approvals] [rounds]`.
 */
const rows = Number(process.argv[2] ?? 1_000_000)
const rounds = Number(process.argv[3] ?? 3)
const list = '/account-approvals/inbox'
const report = startReport('inbox')

await withPostgres(async (url, postgresPid) => {
  await fillInbox(url, rows)
  const busiest = await findBusiest(url)
  const people = JSON.stringify(busiest.map(({ id }) => id))
  const programs = [
    ['./bareInboxServer.ts', people],
    ['./slipwayServer.ts', `{"roles":[],"people":${people}}`],
  ] as const
  await withServers(url, programs, async (baseline, slipway) => {
    process.stdout.write(
      `${rows.toLocaleString('en')} approvals, ${(rows / 10).toLocaleString('en')} pending; the 40 busiest approvers have ${busiest.at(-1)!.waiting} to ${busiest[0]!.waiting} each\n\n`,
    )
    const similarPath = (turn: number) => `/account-approvals/${busiest[turn % busiest.length]!.oldest}/alike`
    const shapes: Shape[] = [
      { title: 'first page', slipway: `${list}?size=25`, baseline: '/page', requests: 24 },
      { title: 'first page by risk', slipway: `${list}?size=25&sort=-risk`, baseline: '/page', requests: 24 },
      { title: 'counts by kind and environment', slipway: `${list}/options`, baseline: '/counts', requests: 24 },
      { title: 'badge', slipway: `${list}?size=1`, baseline: '/one', requests: 80 },
      { title: 'search', slipway: `${list}?size=25&search=contributors`, baseline: '/one', requests: 40 },
      { title: 'search, misspelled', slipway: `${list}?size=25&search=contribtuors`, baseline: '/one', requests: 40 },
      { title: 'the 100 that have waited longest', slipway: '/account-approvals/pending-approvals', baseline: '/one', requests: 40 },
      { title: 'permission to approve', slipway: '/account-approvals/canIApprove', baseline: '/one', requests: 80 },
      { title: 'products that a person approves', slipway: '/account-approvals/productsICanApprove', baseline: '/one', requests: 80 },
      { title: 'own pending requests', slipway: '/account-approvals/my-requests-pending-approval', baseline: '/one', requests: 40 },
      { title: 'the latest 200 of a person', slipway: '/account-approvals', baseline: '/one', requests: 20 },
      { title: 'similar requests', slipway: similarPath, baseline: '/one', requests: 80 },
    ]
    const cells: string[][] = []
    const [alone, together]: [number[], number[]] = [[], []]
    for (const shape of shapes) {
      const comparisons = await compare(shape, slipway, baseline, rounds)
      cells.push(...comparisons.map((comparison) => comparisonCells(shape.title, comparison)))
      alone.push(quantile(comparisons[0]!.slipway, 0.5))
      together.push(quantile(comparisons[1]!.slipway, 0.95))
    }
    report('slowest shape, p50 with 1 client', Math.max(...alone))
    report('slowest shape, p95 with 8 clients', Math.max(...together))
    printTable(comparisonHeads, cells)
    const pid = slipway.child.pid!
    const processorTimes: string[][] = []
    for (const { title, slipway: target, requests } of shapes) {
      const each = (seconds: number) => ((seconds * 1_000) / (8 * requests)).toFixed(1)
      const cpuBefore = [cpuSeconds(pid), cpuSeconds(postgresPid)] as const
      await round(slipway, target, 8, requests)
      processorTimes.push([title, each(cpuSeconds(pid) - cpuBefore[0]), each(cpuSeconds(postgresPid) - cpuBefore[1])])
    }
    printTable(['shape, 8 clients', 'server ms', 'PostgreSQL ms'], processorTimes)
    for (let n = 1; n <= 4; n++) {
      for (const { slipway: target, requests } of shapes) await round(slipway, target, 8, Math.round(requests / 4))
      const { now, peak } = memoryOf(pid)
      process.stdout.write(
        `Memory of the server after ${n} more rounds of all shapes with 8 clients: ${now.toFixed()} MB (at most ${peak.toFixed()} MB).\n`,
      )
    }
    await measureEvidence(url, busiest)
  })
})

async function findBusiest(url: string): Promise<{ id: string; waiting: number; oldest: string }[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ id: string; waiting: number; oldest: string }>(
    `select p.id, count(*)::int as waiting, (array_agg(s.approval_id order by s.opened_at))[1] as oldest
     from people p cross join lateral own_seats(p.id, '{}', '{open}') s where p.active group by 1 order by 2 desc limit 40`,
  )
  await client.end()
  return rows
}

async function measureEvidence(url: string, people: { id: string; oldest: string }[]): Promise<void> {
  const { db, close } = openDatabase(url)
  const now = new Date()
  const times: number[] = []
  try {
    for (let n = 0; n <= rounds; n++)
      for (const { oldest: id } of people) {
        const approval = await db.selectFrom('approvals').select(['id', 'subject_id']).where('id', '=', id).executeTakeFirstOrThrow()
        const from = performance.now()
        await loadEvidence({ db, now }, accessRequestSubject, approval)
        if (n > 0) times.push(performance.now() - from)
      }
  } finally {
    await close()
  }
  process.stdout.write(
    `Evidence of one approval, without calls to external systems: p50 ${quantile(times, 0.5).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms.\n`,
  )
}
