import { withPostgres } from './database.ts'
import { accountId, accountShapes, fillAccounts } from './listsData.ts'
import { compareShapes, comparisonHeads, memoryOf, round, type Server, withServers } from './measure.ts'
import { printTable, startReport } from './report.ts'

/**
 * Measures lists of accounts and one account through the whole server, with sign-in, permissions and audit, against a bare Fastify server
 * with handwritten statements and four joined columns. Both take turns on one PostgreSQL. Usage: `node bench/lists.ts [rows] [rounds]`, by
 * default 100 000 rows.
 */
const rows = Number(process.argv[2] ?? 100_000)
const rounds = Number(process.argv[3] ?? 12)
const report = startReport('lists')

/** Returns the ratio of the times per request with 128 connections and with 8. A rejected request fails the measurement. */
async function ratioUnderLoad(target: string, server: Server): Promise<number> {
  const msPerRequest = [0, 0]
  for (let n = 0; n < rounds; n++)
    for (const [index, connections] of [8, 128].entries()) {
      const startTime = performance.now()
      const times = await round(server, target, connections, 256 / connections)
      msPerRequest[index]! += (performance.now() - startTime) / times.length
    }
  return msPerRequest[1]! / msPerRequest[0]!
}

await withPostgres(async (url) => {
  await fillAccounts(url, rows)
  const id = await accountId(url)
  await withServers(url, [['./slipwayServer.ts'], ['./baselineServer.ts']], async (slipway, baseline) => {
    process.stdout.write(`${rows.toLocaleString('en')} accounts, 25 per page, one machine for client, servers and database\n\n`)
    printTable(comparisonHeads, await compareShapes(report, accountShapes(id), { slipway, baseline }, rounds))
    report('first page, 128 connections to 8', await ratioUnderLoad('/accounts/adv', slipway))
    report('one account by ID, 128 connections to 8', await ratioUnderLoad(`/accounts/${id}`, slipway))
    report('memory after these calls', memoryOf(slipway.child.pid!).now)
  })
})
