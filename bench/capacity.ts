import { generateKeyPairSync } from 'node:crypto'
import { get } from 'node:http'
import pg from 'pg'
import { company } from '../sample/company.ts'
import { recordEvidence } from '../server/approvals/approvalEvidence.ts'
import { trustedKey } from '../server/audit/auditKey.ts'
import { openDatabase } from '../server/db/database.ts'
import { checkInvariants } from '../server/db/invariants.ts'
import { accessRequestSubject } from '../server/features/access/assignments/subject.ts'
import { fillAccess } from './accessData.ts'
import { chainAll, fillAudit } from './auditData.ts'
import { cpuSeconds } from './cpu.ts'
import { withPostgres } from './database.ts'
import { fillAccounts } from './listsData.ts'
import { memoryOf, round, type Server, start } from './measure.ts'
import { printTable } from './report.ts'

/**
 * Measures what docs/capacity.md calculates with: the bytes of each row with its indexes, the processor time of each call in the server and
 * in PostgreSQL, the memory of an open browser tab, and the time of the hourly data check. Other load on the machine does not increase
 * these figures, except the last one. Usage: `node bench/capacity.ts [accounts] [assignments] [requests] [audit events] [tabs]`.
 */
const [accounts, assignments, requests, events, tabs] = [100_000, 400_000, 100_000, 200_000, 2_000].map((count, index) =>
  Number(process.argv[index + 2] ?? count),
) as [number, number, number, number, number]
const recorded = 2_000
const connections = 8
const warmUp = 60
const measured = 120

const tables: [string, string[]][] = [
  ['account', ['accounts', 'account_owners', 'account_facets', 'account_terms']],
  ['access assignment', ['group_assignments']],
  ['access request with its approval', ['access_requests', 'approvals', 'approval_stages', 'approval_decisions', 'pending_approver_keys']],
  ['recorded evidence of a decided approval', ['approval_evidence']],
  ['audit event', ['audit_events', 'audit_chain']],
]

const calls = [
  ['signed-in person', '/me'],
  ['notifications', '/notifications'],
  ['inbox badge', '/account-approvals/inbox?size=1'],
  ['inbox page', '/account-approvals/inbox?size=25'],
  ['account list', '/accounts/adv'],
  ['account search', '/accounts/adv?search=basket'],
  ['one account', '/accounts/ID'],
  ['own access', '/account-access/UserExistingAccess'],
  ['own requests', '/account-access/userPendingAccessRequests'],
  ['task counts', '/me/tasks'],
] as const

const seconds = async (callback: () => Promise<unknown>) => {
  const startTime = performance.now()
  await callback()
  return (performance.now() - startTime) / 1_000
}
const kilobytes = ({ child }: Server) => memoryOf(child.pid!).now * 1_024

async function openTabs(server: Server): Promise<() => void> {
  const opened = Array.from({ length: tabs }, () => Promise.withResolvers<() => void>())
  for (const [n, { resolve, reject }] of opened.entries()) {
    const headers = { cookie: server.cookies[n % server.cookies.length]! }
    const call = get(`${server.origin}/events`, { agent: false, headers }, (response) => {
      response.resume()
      response.on('error', () => {})
      if (response.statusCode === 200) resolve(() => call.destroy())
      else reject(new Error(`/events: ${response.statusCode}`))
    })
    call.on('error', reject)
  }
  const closes = await Promise.all(opened.map(({ promise }) => promise))
  return () => {
    for (const close of closes) close()
  }
}

await withPostgres(async (url, postgresPid) => {
  await fillAccounts(url, accounts)
  await fillAccess(url, assignments, requests)
  const { db, close } = openDatabase(url)
  const approvals = db.selectFrom('approvals').select(['id', 'subject_id']).where('subject_kind', '=', 'accessRequest')
  for (const approval of await approvals.where('status', '=', 'approved').limit(recorded).execute())
    await recordEvidence({ db, now: new Date() }, accessRequestSubject, approval)
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  await fillAudit(db, events, company().people)
  await chainAll(db, { ...trustedKey(publicPem), privateKey, publicPem })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('vacuum (analyze)')

  const sizes: string[][] = []
  for (const [title, names] of tables) {
    const { rows } = await client.query<{ bytes: number; count: number }>(
      `select sum(pg_total_relation_size(to_regclass(name)))::float8 as bytes, (select count(*)::float8 from ${names[0]}) as count from unnest($1::text[]) name`,
      [names],
    )
    sizes.push([title, Math.round(rows[0]!.bytes / rows[0]!.count).toLocaleString('en')])
  }
  printTable(['one more', 'bytes in PostgreSQL, with indexes'], sizes)
  const size = (await client.query<{ size: string }>('select pg_size_pretty(pg_database_size(current_database())) as size')).rows[0]!.size
  const checkSeconds = await seconds(() => checkInvariants(db))
  process.stdout.write(`Database: ${size}. The hourly data check takes ${checkSeconds.toFixed(1)} s.\n\n`)
  const { id } = (await client.query<{ id: string }>('select id from accounts order by id limit 1 offset 999')).rows[0]!
  await client.end()
  await close()

  const server = await start('./slipwayServer.ts', url, '{"roles":[]}')
  try {
    const times: string[][] = []
    for (const [title, path] of calls) {
      const target = path.replace('ID', id)
      await round(server, target, connections, warmUp)
      const before = [cpuSeconds(server.child.pid!), cpuSeconds(postgresPid)] as const
      await round(server, target, connections, measured)
      const each = (spent: number) => ((spent * 1_000) / (connections * measured)).toFixed(2)
      times.push([title, each(cpuSeconds(server.child.pid!) - before[0]), each(cpuSeconds(postgresPid) - before[1])])
    }
    printTable(['call', 'server, ms of processor time', 'PostgreSQL, ms of processor time'], times)
    const before = kilobytes(server)
    const closeTabs = await openTabs(server)
    process.stdout.write(`An open browser tab takes ${((kilobytes(server) - before) / tabs).toFixed(1)} KB of memory of the server.\n`)
    closeTabs()
  } finally {
    server.child.kill()
  }
})
