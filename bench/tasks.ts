import { fileURLToPath } from 'node:url'
import { buildWeb } from '../scripts/webBuild.ts'
import { printTable, startReport } from './report.ts'
import { jobs } from './tasks/jobs.ts'
import { withProduct } from './tasks/product.ts'

/**
 * Does jobs of Slipway’s users in a browser, from Home to the visible end, and counts clicks and keys. Exits with 1 if a job fails or needs
 * more than its limit. Usage: `node bench/tasks.ts [pattern of titles]`.
 */
const pattern = new RegExp(process.argv[2] ?? '')
const report = startReport('tasks')

await buildWeb(fileURLToPath(new URL('..', import.meta.url)))
await withProduct(async (product) => {
  const rows: string[][] = []
  let missedCount = 0
  for (const { title, person, strong = true, max, prepare, run } of jobs.filter((job) => pattern.test(job.title))) {
    await prepare?.(product)
    const { page, counts, close } = await product.visit(person, { strong })
    await page.waitForLoadState('networkidle')
    Object.assign(counts, { clicks: 0, keys: 0, typed: 0, screens: 0 })
    const startedAt = performance.now()
    const error = await run(page, product).catch((failure: Error) => failure)
    const seconds = (performance.now() - startedAt) / 1000
    if (error) console.error(`${title}: ${error.message}`)
    const { clicks, keys, typed, screens } = counts
    const isOver = clicks > max.clicks || keys > max.keys
    if (error || isOver) missedCount++
    const result = error ? 'failed' : isOver ? `over ${max.clicks} clicks or ${max.keys} keys` : 'within limit'
    rows.push([title, ...[clicks, keys, typed, screens].map(String), seconds.toFixed(1), result])
    await close()
  }
  printTable(['job', 'clicks', 'keys', 'typed', 'screens', 'seconds', 'result'], rows)
  report('jobs that failed or exceeded their limit', missedCount)
})
