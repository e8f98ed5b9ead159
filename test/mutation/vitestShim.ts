import { format } from 'node:util'
import { setCurrentMutant, takeHits } from './current.ts'

/** Replaces `vitest` for tests of mutants: the same assertions, with tests that can run repeatedly in one process. */

const real = (await import('vitest')) as typeof import('vitest')
export const { expect, vi, assert } = real

let runningTest: Test | undefined
/** Fixtures need the running test and the number of its attempts. */
export const TestRunner = {
  getCurrentTest: () => runningTest && { id: runningTest.name, result: { attempts: { length: timesRun.get(runningTest) ?? 0 } } },
}

type Run = (...args: unknown[]) => unknown
interface Test {
  name: string
  run: () => unknown
}
interface Suite {
  name: string
  children: (Test | Suite)[]
  before: Run[]
  after: Run[]
  beforeEach: Run[]
  afterEach: Run[]
}

const suite = (name: string): Suite => ({ name, children: [], before: [], after: [], beforeEach: [], afterEach: [] })
let current = suite('')

export async function collect(file: string): Promise<Suite> {
  const collectedSuite = suite(file)
  current = collectedSuite
  await import(file)
  return collectedSuite
}

export interface Result {
  index: number
  name: string
  error?: string
  ms: number
  own: number[]
  hits: number[]
}

interface Options {
  /** Indices of the tests to run; default all. */
  only?: ReadonlySet<number>
  mutant?: number
  timeoutMs: number
  bail: boolean
  /**
   * Keeps the results of hooks for the file’s next run, which saves a server start per mutant. The mutant is then active only in tests.
   * Otherwise, the hooks run again with the mutant.
   */
  keep: boolean
}

interface OpenedFile {
  ends: Run[]
  hits: number[]
  error?: string
}
const openedByKey = new Map<Suite, OpenedFile>()
const timesRun = new Map<Test, number>()

async function open(each: Suite, timeoutMs: number): Promise<OpenedFile> {
  const cached = openedByKey.get(each)
  if (cached) return cached
  const created: OpenedFile = { ends: [...each.after], hits: [] }
  openedByKey.set(each, created)
  takeHits()
  try {
    for (const hook of each.before) {
      const end = await withTimeout(hook, timeoutMs)
      if (typeof end === 'function') created.ends.push(end as Run)
    }
  } catch (error) {
    created.error = describeError(error)
  }
  created.hits = takeHits()
  return created
}

export async function closeAll(): Promise<void> {
  setCurrentMutant(undefined)
  for (const [each, { ends }] of [...openedByKey].toReversed()) {
    openedByKey.delete(each)
    for (const hook of ends.toReversed()) await withTimeout(hook, 30_000).catch(() => {})
  }
  timesRun.clear()
}

export async function run(file: Suite, { only, mutant, timeoutMs, bail, keep }: Options): Promise<Result[]> {
  if (!keep || !openedByKey.has(file)) await closeAll()
  const results: Result[] = []
  let index = 0
  const isSelected = (each: Test | Suite, from: number): boolean =>
    'children' in each
      ? each.children.reduce(
          (match, child, position) =>
            match || isSelected(child, from + each.children.slice(0, position).reduce((sum, before) => sum + size(before), 0)),
          false,
        )
      : !only || only.has(from)
  async function walk(each: Suite, outer: Suite[], outerHits: number[]): Promise<void> {
    const chain = [...outer, each]
    setCurrentMutant(keep ? undefined : mutant)
    const { error: before, hits } = await open(each, timeoutMs)
    const sharedHits = [...outerHits, ...hits]
    for (const child of each.children) {
      if (bail && results.some(({ error }) => error)) break
      if (!isSelected(child, index)) {
        index += size(child)
        continue
      }
      if ('children' in child) {
        await walk(child, chain, sharedHits)
        continue
      }
      const startTime = performance.now()
      runningTest = child
      let error = before
      const finishHooks: Run[] = []
      finishers = finishHooks
      takeHits()
      setCurrentMutant(mutant)
      if (!error)
        try {
          for (const level of chain) for (const hook of level.beforeEach) await withTimeout(hook, timeoutMs)
          await withTimeout(child.run, timeoutMs)
        } catch (thrown) {
          error = describeError(thrown)
        }
      for (const hook of [...finishHooks, ...chain.toReversed().flatMap(({ afterEach }) => afterEach.toReversed())])
        await withTimeout(hook, timeoutMs).catch((thrown) => {
          error ??= describeError(thrown)
        })
      timesRun.set(child, (timesRun.get(child) ?? 0) + 1)
      const ownHits = takeHits()
      const allHits = [...new Set([...sharedHits, ...ownHits])]
      results.push({
        index,
        name: child.name,
        ms: performance.now() - startTime,
        own: ownHits,
        hits: allHits,
        ...(error ? { error } : {}),
      })
      index += 1
    }
  }
  try {
    await walk(file, [], [])
  } finally {
    setCurrentMutant(undefined)
  }
  if (!keep) await closeAll()
  return results
}

const size = (each: Test | Suite): number => ('children' in each ? each.children.reduce((sum, child) => sum + size(child), 0) : 1)
const describeError = (error: unknown) => (error instanceof Error ? error.message : String(error)) || 'failed'

async function withTimeout(work: Run, ms: number): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined
  const timeoutPromise = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done within ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work(context), timeoutPromise])
  } finally {
    clearTimeout(timer)
  }
}

let finishers: Run[] = []
const context = { expect, onTestFinished: (run: Run) => finishers.push(run), onTestFailed: () => {}, skip: () => {} }
export const onTestFinished = context.onTestFinished
export const onTestFailed = context.onTestFailed

const functionOf = (args: unknown[]) => args.find((each): each is Run => typeof each === 'function') ?? (() => {})

function addTest(name: string, ...args: unknown[]): void {
  current.children.push({ name, run: functionOf(args) })
}
function addSuite(name: string, ...args: unknown[]): void {
  const outer = current
  const inner = suite(name)
  outer.children.push(inner)
  current = inner
  functionOf(args)()
  current = outer
}
type AddTest = (name: string, ...args: unknown[]) => void
const each =
  (add: AddTest) =>
  (rows: readonly unknown[]) =>
  (name: string, ...args: unknown[]) => {
    for (const row of rows) {
      const values = Array.isArray(row) ? row : [row]
      const run = functionOf(args)
      add(format(name, ...values), () => run(...values))
    }
  }
const noop: AddTest = () => {}
const withVariants = (add: AddTest) =>
  Object.assign(add, {
    each: each(add),
    for: each(add),
    concurrent: add,
    sequential: add,
    skipIf: (condition: unknown) => (condition ? noop : add),
    runIf: (condition: unknown) => (condition ? add : noop),
    skip: noop,
  })

export const it = withVariants(addTest)
export const test = it
export const describe = withVariants(addSuite)
export const suiteOf = describe
export const beforeAll = (hook: Run) => void current.before.push(hook)
export const afterAll = (hook: Run) => void current.after.push(hook)
export const beforeEach = (hook: Run) => void current.beforeEach.push(hook)
export const afterEach = (hook: Run) => void current.afterEach.push(hook)

const provided = JSON.parse(process.env.SLIPWAY_MUTATION_PROVIDED ?? '{}') as Record<string, unknown>
export const inject = (name: string) => provided[name]
