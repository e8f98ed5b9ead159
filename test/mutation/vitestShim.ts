import { format } from 'node:util'
import { setCurrentMutant, takeHits } from './current.ts'

/** Replaces `vitest` for tests of changed code: the same assertions, with tests that can run repeatedly in one process. */

const real = (await import('vitest')) as typeof import('vitest')
export const { expect, vi, assert } = real

let running: Test | undefined
/** Fixtures need the running test and the number of its attempts. */
export const TestRunner = {
  getCurrentTest: () => running && { id: running.name, result: { attempts: { length: timesRun.get(running) ?? 0 } } },
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
  const collected = suite(file)
  current = collected
  await import(file)
  return collected
}

export interface Result {
  index: number
  name: string
  error?: string
  ms: number
  /** Changes that the test itself executed. */
  own: number[]
  /** The same, plus changes executed in the hooks of its file. */
  hits: number[]
}

interface Options {
  /** Indices of the tests to run; default all. */
  only?: ReadonlySet<number>
  /** The change that is active while they run. */
  mutant?: number
  timeoutMs: number
  bail: boolean
  /**
   * Keeps the results of hooks for the file’s next run, which saves a server start per change; the change is then active in tests only.
   * Otherwise the hooks run again under the change.
   */
  keep: boolean
}

/** The open hooks of a suite and their clean-up. */
interface OpenedFile {
  ends: Run[]
  hits: number[]
  error?: string
}
const opened = new Map<Suite, OpenedFile>()
const timesRun = new Map<Test, number>()

async function open(each: Suite, timeoutMs: number): Promise<OpenedFile> {
  const known = opened.get(each)
  if (known) return known
  const made: OpenedFile = { ends: [...each.after], hits: [] }
  opened.set(each, made)
  takeHits()
  try {
    for (const hook of each.before) {
      const end = await inTime(hook, timeoutMs)
      if (typeof end === 'function') made.ends.push(end as Run)
    }
  } catch (error) {
    made.error = say(error)
  }
  made.hits = takeHits()
  return made
}

export async function closeAll(): Promise<void> {
  setCurrentMutant(undefined)
  for (const [each, { ends }] of [...opened].toReversed()) {
    opened.delete(each)
    for (const hook of ends.toReversed()) await inTime(hook, 30_000).catch(() => {})
  }
  timesRun.clear()
}

export async function run(file: Suite, { only, mutant, timeoutMs, bail, keep }: Options): Promise<Result[]> {
  if (!keep || !opened.has(file)) await closeAll()
  const results: Result[] = []
  let index = 0
  const wanted = (each: Test | Suite, from: number): boolean =>
    'children' in each
      ? each.children.reduce(
          (found, child, place) =>
            found || wanted(child, from + each.children.slice(0, place).reduce((sum, before) => sum + size(before), 0)),
          false,
        )
      : !only || only.has(from)
  async function walk(each: Suite, outer: Suite[], outerHits: number[]): Promise<void> {
    const chain = [...outer, each]
    setCurrentMutant(keep ? undefined : mutant)
    const { error: before, hits } = await open(each, timeoutMs)
    const shared = [...outerHits, ...hits]
    for (const child of each.children) {
      if (bail && results.some(({ error }) => error)) break
      if (!wanted(child, index)) {
        index += size(child)
        continue
      }
      if ('children' in child) {
        await walk(child, chain, shared)
        continue
      }
      const began = performance.now()
      running = child
      let error = before
      const finished: Run[] = []
      finishers = finished
      takeHits()
      setCurrentMutant(mutant)
      if (!error)
        try {
          for (const level of chain) for (const hook of level.beforeEach) await inTime(hook, timeoutMs)
          await inTime(child.run, timeoutMs)
        } catch (thrown) {
          error = say(thrown)
        }
      for (const hook of [...finished, ...chain.toReversed().flatMap(({ afterEach }) => afterEach.toReversed())])
        await inTime(hook, timeoutMs).catch((thrown) => {
          error ??= say(thrown)
        })
      timesRun.set(child, (timesRun.get(child) ?? 0) + 1)
      const own = takeHits()
      const all = [...new Set([...shared, ...own])]
      results.push({ index, name: child.name, ms: performance.now() - began, own, hits: all, ...(error ? { error } : {}) })
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
const say = (error: unknown) => (error instanceof Error ? error.message : String(error)) || 'failed'

async function inTime(work: Run, ms: number): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done within ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work(context), late])
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
type Add = (name: string, ...args: unknown[]) => void
const each =
  (add: Add) =>
  (rows: readonly unknown[]) =>
  (name: string, ...args: unknown[]) => {
    for (const row of rows) {
      const values = Array.isArray(row) ? row : [row]
      const run = functionOf(args)
      add(format(name, ...values), () => run(...values))
    }
  }
const nothing: Add = () => {}
const withVariants = (add: Add) =>
  Object.assign(add, {
    each: each(add),
    for: each(add),
    concurrent: add,
    sequential: add,
    skipIf: (condition: unknown) => (condition ? nothing : add),
    runIf: (condition: unknown) => (condition ? add : nothing),
    skip: nothing,
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
