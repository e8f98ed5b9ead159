import { type ChildProcess, fork } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { TestProject } from 'vitest/node'
import { setup } from '../globalSetup.ts'
import { groups, root } from './groups.ts'
import { type Mutant, readMutants } from './mutants.ts'
import type { Result } from './vitestShim.ts'
import type { Order } from './worker.ts'

/**
 * Tests mutants of `approvals/`, the authentication code and every `policy.ts`, one at a time, and counts how many of them a test detects.
 *
 * `node test/mutation/run.ts [--only text] [--sample 200 --seed 7] [--processes 2] [--report file] [--rerun report] [--coverage file] [--files 12]`
 *
 * `--rerun` tests only the surviving mutants of the run that wrote that report, and writes a complete new report.
 * `--files` limits the test files per mutant, because a mutant in code that every call executes would take an hour; a higher limit
 * detects more.
 * `--coverage` names a file that records which test executes which mutant: it is read if it exists and written otherwise, for the same
 * code.
 * The exit code is 1 if fewer than 95 % are detected, or if a surviving mutant has no reason in `survivors.json`.
 */

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    processes: { type: 'string', default: '2' },
    rerun: { type: 'string' },
    coverage: { type: 'string' },
    files: { type: 'string', default: '12' },
    report: { type: 'string', default: 'test/results/mutation.json' },
  },
})
const goal = 0.95
const survivorsFile = path.join(root, 'test/mutation/survivors.json')

function sampleOf<T>(allItems: readonly T[], count: number, seed: number): T[] {
  let state = seed
  const next = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
  return allItems
    .map((each) => ({ each, rank: next() }))
    .toSorted((left, right) => left.rank - right.rank)
    .slice(0, count)
    .map(({ each }) => each)
}

const maxBytes = 2_000_000_000

interface OrderResult {
  ready?: true
  bytes?: number
  results?: Result[]
  atLoad?: number[]
  crashed?: string
}

class Worker {
  #child: ChildProcess | undefined
  readonly #env: NodeJS.ProcessEnv
  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env
  }

  async #start(): Promise<ChildProcess> {
    const child = fork(path.join(root, 'test/mutation/worker.ts'), {
      env: this.#env,
      cwd: root,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    await new Promise<void>((resolve, reject) => {
      child.once('message', () => resolve())
      child.once('exit', () => reject(new Error('The process that runs the tests did not start.')))
    })
    return child
  }

  async order(order: Order, limitMs: number): Promise<OrderResult> {
    this.#child ??= await this.#start()
    const child = this.#child
    const result = await new Promise<OrderResult>((resolve) => {
      const timer = setTimeout(() => handleMessage({ crashed: `not done within ${limitMs} ms` }), limitMs)
      const exited = () => handleMessage({ crashed: 'the process ended' })
      const handleMessage = (item: OrderResult) => {
        clearTimeout(timer)
        child.off('message', handleMessage)
        child.off('exit', exited)
        resolve(item)
      }
      child.on('message', handleMessage)
      child.on('exit', exited)
      child.send(order)
    })
    if (result.crashed || (result.bytes ?? 0) > maxBytes) this.stop()
    return result
  }

  stop(): void {
    this.#child?.removeAllListeners()
    this.#child?.kill('SIGKILL')
    this.#child = undefined
  }
}

interface CoveringTests {
  file: string
  index: number
  ms: number
  own: boolean
}
const total = (tests: CoveringTests[]) => tests.reduce((sum, { ms }) => sum + ms, 0)
type Outcome = { killedBy?: string; survived?: 'covered' | 'uncovered' }
type Verdict = { mutant: Mutant } & Outcome
type ReportedMutant = Mutant & Outcome

const provided: Record<string, unknown> = {}
const keep = (name: string, value: unknown) => Object.assign(provided, { [name]: value })
const teardown = await setup({ provide: keep } as unknown as TestProject)
const targets = [...new Set(groups.flatMap(({ targets }) => targets))]
const env = {
  ...process.env,
  SLIPWAY_MUTATION_TARGETS: JSON.stringify(targets),
  SLIPWAY_MUTATION_PROVIDED: JSON.stringify(provided),
  NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
}
const workers = Array.from({ length: Number(options.processes) }, () => new Worker(env))

async function distributeWork<T>(work: readonly T[], carryOut: (each: T, worker: Worker, index: number) => Promise<void>): Promise<void> {
  const queue = [...work.entries()]
  await Promise.all(
    workers.map(async (worker) => {
      for (let next = queue.shift(); next; next = queue.shift()) await carryOut(next[1], worker, next[0])
    }),
  )
}

const { mutants: allMutants } = readMutants(root, targets)
const earlierMutants = options.rerun ? (JSON.parse(readFileSync(path.resolve(root, options.rerun), 'utf8')) as ReportedMutant[]) : []
const killedByKey = new Map(earlierMutants.filter(({ survived }) => !survived).map((each) => [each.key, each]))
const open = new Set(earlierMutants.filter(({ survived }) => survived).map(({ key }) => key))
const selectedMutants = allMutants.filter(({ file, key }) => file.includes(options.only) && (!options.rerun || open.has(key)))
const triedMutants = options.sample ? sampleOf(selectedMutants, Number(options.sample), Number(options.seed)) : selectedMutants
const groupsOf = (file: string) => groups.filter(({ targets }) => targets.includes(file))
const files = [...new Set(triedMutants.flatMap(({ file }) => groupsOf(file).flatMap(({ tests }) => tests)))]
console.log(`${triedMutants.length} of ${allMutants.length} mutants to test, ${files.length} test files`)

interface Coverage {
  tests: Record<number, CoveringTests[]>
  atLoad: number[]
}
const coverageFile = options.coverage && path.resolve(root, options.coverage)
const coverage =
  coverageFile && existsSync(coverageFile) ? (JSON.parse(readFileSync(coverageFile, 'utf8')) as Coverage) : await readCoverage()
if (coverageFile) writeFileSync(coverageFile, JSON.stringify(coverage))
const atLoad = new Set(coverage.atLoad)

async function readCoverage(): Promise<Coverage> {
  const recorded: Coverage = { tests: {}, atLoad: [] }
  let unusableTests = 0
  await distributeWork(files, async (file, worker) => {
    const result = await worker.order({ file, timeoutMs: 60_000, bail: false, keep: false }, 900_000)
    recorded.atLoad.push(...(result.atLoad ?? []))
    if (result.crashed) console.log(`${file} can’t be used: ${result.crashed.slice(0, 200)}`)
    for (const { index, name, error, ms, own, hits } of result.results ?? []) {
      if (error) {
        unusableTests += 1
        console.log(`fails without a mutant: ${file} › ${name}: ${error.slice(0, 120)}`)
        continue
      }
      for (const id of hits) {
        recorded.tests[id] ??= []
        recorded.tests[id].push({ file, index, ms, own: own.includes(id) })
      }
    }
  })
  console.log(`${unusableTests} tests fail without a mutant and are left out`)
  return recorded
}

/** Returns the test files for a mutant: first its own folder’s, then the fastest, up to the limit. */
const filesFor = ({ id, file: updated }: Mutant) =>
  [...Map.groupBy(coverage.tests[id] ?? [], ({ file }) => file)]
    .map(([file, tests]) => ({ file, tests, near: path.dirname(file) === path.dirname(updated), ms: total(tests) / tests.length }))
    .toSorted((left, right) => Number(right.near) - Number(left.near) || left.ms - right.ms)
    .slice(0, Number(options.files))
// Mutants that the same file detects follow each other, so that its server starts once.
triedMutants.sort((left, right) => (filesFor(left)[0]?.file ?? '').localeCompare(filesFor(right)[0]?.file ?? ''))

const verdicts: Verdict[] = allMutants.flatMap((mutant) => {
  const killedBy = killedByKey.get(mutant.key)?.killedBy
  return killedBy ? [{ mutant, killedBy }] : []
})
await distributeWork(triedMutants, async (mutant, worker) => {
  const verdict = await testMutant(mutant, worker)
  verdicts.push(verdict)
  if (verdict.survived)
    console.log(
      `survives (${verdict.survived}) ${mutant.file}:${mutant.line} ${mutant.change}: ${mutant.before} -> ${mutant.after || 'nothing'}`,
    )
  if (verdicts.length % 50 !== 0) return
  report()
  console.log(`${verdicts.length} tested, ${verdicts.filter(({ survived }) => survived).length} survive`)
})

function report(): void {
  const reportedMutants = verdicts.map(({ mutant, ...remaining }) => ({ ...mutant, ...remaining }))
  writeFileSync(path.resolve(root, options.report), JSON.stringify(reportedMutants, null, 1))
}

async function testMutant(mutant: Mutant, worker: Worker): Promise<Verdict> {
  const byFile = filesFor(mutant)
  if (byFile.length === 0) {
    if (!atLoad.has(mutant.id)) return { mutant, survived: 'uncovered' }
    return testFromStart(mutant)
  }
  // Most mutants are detected by the first few tests; the remaining tests run only for the others.
  for (const part of [(each: CoveringTests[]) => each.slice(0, 12), (each: CoveringTests[]) => each.slice(12)])
    for (const keep of [true, false])
      for (const { file, tests } of byFile) {
        const testsToRun = part(tests.toSorted((left, right) => left.ms - right.ms)).filter(({ own }) => own === keep)
        if (testsToRun.length === 0) continue
        const timeoutMs = Math.max(10_000, 8 * Math.max(...testsToRun.map(({ ms }) => ms)))
        const testIndexes = testsToRun.map(({ index }) => index)
        const killedBy = await detectMutant(worker, { file, only: testIndexes, mutant: mutant.id, timeoutMs, bail: true, keep })
        if (killedBy) return { mutant, killedBy }
      }
  return { mutant, survived: 'covered' }
}

/** Finds the test that fails because of the mutant, and not because of effects of earlier mutants. */
async function detectMutant(worker: Worker, order: Order): Promise<string | undefined> {
  const limitMs = order.timeoutMs * 3 + 30_000
  const result = await worker.order(order, limitMs)
  const failedTest = result.results?.find(({ error }) => error)
  if (!result.crashed && !failedTest) return undefined
  if (!order.keep) return `${order.file}: ${failedTest?.name ?? result.crashed}`
  if (failedTest) {
    const { mutant: _, ...without } = order
    const rerunResult = await worker.order({ ...without, only: [failedTest.index] }, limitMs)
    if (!rerunResult.crashed && !rerunResult.results?.some(({ error }) => error)) return `${order.file}: ${failedTest.name}`
  }
  return detectMutant(worker, { ...order, keep: false })
}

/** Values that are computed while a module loads need the mutant from the start. */
async function testFromStart(mutant: Mutant): Promise<Verdict> {
  const worker = new Worker({ ...env, SLIPWAY_MUTATION_FROM_START: String(mutant.id) })
  try {
    for (const file of groupsOf(mutant.file).flatMap(({ tests }) => tests)) {
      const result = await worker.order({ file, mutant: mutant.id, timeoutMs: 60_000, bail: true, keep: false }, 600_000)
      const failedTest = result.results?.find(({ error }) => error)
      if (result.crashed || failedTest) return { mutant, killedBy: `${file}: ${failedTest?.name ?? result.crashed}` }
    }
    return { mutant, survived: 'covered' }
  } finally {
    worker.stop()
  }
}

for (const worker of workers) worker.stop()
// External calls of mutants must not be validated.
for (const index of ['exchangesDir', 'callsDir', 'permissionsDir', 'answeredDir']) {
  rmSync(String(provided[index]), { recursive: true, force: true })
  mkdirSync(String(provided[index]))
}
await teardown().catch(() => {})

const reasons = JSON.parse(readFileSync(survivorsFile, 'utf8')) as Record<string, string>
const survivors = verdicts.filter(({ survived }) => survived)
const killedCount = verdicts.length - survivors.length
report()
for (const [name, groupedVerdicts] of Map.groupBy(verdicts, ({ mutant }) => path.dirname(mutant.file)))
  console.log(`${name}: ${groupedVerdicts.filter(({ survived }) => !survived).length} of ${groupedVerdicts.length}`)
const unexplained = survivors.filter(({ mutant }) => !reasons[mutant.key])
const equivalentCount = survivors.length - unexplained.length
console.log(
  `${killedCount} of ${verdicts.length} mutants detected, ${((100 * killedCount) / Math.max(1, verdicts.length)).toFixed(1)} %; ${equivalentCount} survive for a reason, ${unexplained.length} without`,
)
process.exitCode = killedCount / Math.max(1, verdicts.length) >= goal && unexplained.length === 0 ? 0 : 1
