import { registerHooks } from 'node:module'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { setCurrentMutant, takeHits } from './current.ts'
import { readMutants } from './mutants.ts'

/** Loads test files over the instrumented sources and runs them on request. The environment names the sources. */

export type Order = { file: string; only?: number[]; mutant?: number; timeoutMs: number; bail: boolean; keep: boolean }

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
const { sources } = readMutants(root, JSON.parse(process.env.SLIPWAY_MUTATION_TARGETS ?? '[]') as string[])
const shim = new URL('./vitestShim.ts', import.meta.url).href
const updated = new Map([...sources].map(([file, source]) => [pathToFileURL(path.join(root, file)).href, source]))

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'vitest' && context.parentURL !== shim
      ? { url: shim, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
  load(url, context, next) {
    const source = updated.get(url)
    return source === undefined ? next(url, context) : { format: 'module-typescript', source, shortCircuit: true }
  },
})

const { collect, run } = await import('./vitestShim.ts')
const suitesByFile = new Map<string, Awaited<ReturnType<typeof collect>>>()
let busy: Order | undefined
for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (error: unknown) => {
    // A crash with an active mutant counts as detection. Without a mutant, the file can’t be used.
    process.send?.({ crashed: String(error), order: busy }, () => process.exit(1))
  })
process.on('disconnect', () => process.exit(0))
if (process.env.SLIPWAY_MUTATION_FROM_START) setCurrentMutant(Number(process.env.SLIPWAY_MUTATION_FROM_START))

process.on('message', async (order: Order) => {
  busy = order
  const file = path.join(root, order.file)
  let atLoad: number[] = []
  if (!suitesByFile.has(file)) {
    takeHits()
    try {
      suitesByFile.set(file, await collect(file))
    } catch (error) {
      process.send?.({ crashed: String(error), order })
      return
    }
    atLoad = takeHits()
  }
  const { only, ...options } = order
  const results = await run(suitesByFile.get(file)!, { ...options, ...(only ? { only: new Set(only) } : {}) })
  busy = undefined
  process.send?.({ results, atLoad, bytes: process.memoryUsage().rss })
})
process.send?.({ ready: true })
