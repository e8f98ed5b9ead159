import { withPostgres } from './database.ts'
import { accountId, accountShapes, fillAccounts } from './listsData.ts'
import { compareShapes, comparisonHeads, type Server, withServers } from './measure.ts'
import { printTable, startReport } from './report.ts'

/**
 * Compares lists of many accounts with lists of a tenth of them. Both have a server and a PostgreSQL, which take turns. Usage: `node
 * bench/growth.ts [accounts] [rounds]`, by default 1,000,000 accounts.
 */
const accounts = Number(process.argv[2] ?? 1_000_000)
const rounds = Number(process.argv[3] ?? 6)
const report = startReport('growth')

function withAccounts(count: number, callback: (server: Server, id: string) => Promise<void>): Promise<void> {
  return withPostgres(async (url) => {
    await fillAccounts(url, count)
    const id = await accountId(url)
    await withServers(url, [['./slipwayServer.ts']], (server) => callback(server, id))
  })
}

await withAccounts(accounts / 10, (few, idOfFew) =>
  withAccounts(accounts, async (many, id) => {
    const shapesOfFew = accountShapes(idOfFew)
    const shapes = accountShapes(id).map((shape, n) => ({ ...shape, baseline: shapesOfFew[n]!.slipway }))
    printTable(comparisonHeads, await compareShapes(report, shapes, { slipway: many, baseline: few }, rounds))
  }),
)
