import { loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type ChaosEvent, events, pickEvent, type Random } from './events.ts'
import { accessFlow } from './flows/access.ts'
import { accountFlow } from './flows/accounts.ts'
import { alertFlow } from './flows/alerts.ts'
import { feedbackFlow } from './flows/feedback.ts'
import type { Flow } from './flows/flow.ts'
import { roleFlow } from './flows/roles.ts'
import { sandboxFlow } from './flows/sandboxes.ts'
import { brokenInvariants, waitForRuns } from './waitForRuns.ts'
import { createWorld, type World } from './world.ts'

/**
 * Causes failures in an installation of three servers while people work, and checks at the end that every accepted write was done once:
 *
 *     npm run chaos -- --events 200 --seed 7
 *
 * It ends with a table and exits with 1 if something was lost, doubled or half done, or if a goal was missed. See docs/operations.md.
 */
const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string', multiple: true },
    older: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
})
const maxGapMs = 3_000
const print = (line = '') => process.stdout.write(`${line}\n`)

interface Outcome {
  event: ChaosEvent
  ms: number
  /** Longest read through the balancer during the event, in milliseconds. */
  gapMs: number
  abandonedCalls: number
}

function randomOf(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Repeats a flow until `stopped`. A rejected call doesn’t end the flow, but is reported, because no call of a flow should be rejected. */
async function work(flow: Flow, stopped: () => boolean, messages: string[]): Promise<void> {
  for (let n = 0; !stopped(); n++) {
    const goesOn = await flow.round(n).catch((error: Error) => {
      if (error.name !== 'RetriesExhausted') messages.push(`${flow.name} ${n}: ${error.message}`)
      return true
    })
    if (!goesOn) return
    await delay(flow.pauseMs)
  }
}

async function verify(flow: Flow): Promise<string[]> {
  const faults = await flow.verify().catch((error: unknown) => [String(error)])
  return faults.map((line) => `${flow.name}: ${line}`)
}

/**
 * Reads a small page continuously. The longest read that overlaps an event is the interruption of the service, without the part before the
 * event, which an earlier event caused.
 */
function startProbe({ as, persona }: World, stopped: () => boolean) {
  const reads: { start: number; end: number }[] = []
  const call = as(persona('Priya').id)
  const ended = (async () => {
    while (!stopped()) {
      const start = Date.now()
      await call('GET', '/towers').catch(() => {})
      reads.push({ start, end: Date.now() })
      await delay(50)
    }
  })()
  const longest = (from: number, to: number) =>
    Math.max(0, ...reads.filter(({ start, end }) => start < to && end > from).map(({ start, end }) => end - Math.max(start, from)))
  return { ended, longest }
}

async function breakThings(
  world: World,
  plan: { count: number; random: Random; from: readonly ChaosEvent[] },
  longest: (from: number, to: number) => number,
): Promise<Outcome[]> {
  const { count, random, from } = plan
  const outcomes: Outcome[] = []
  for (let n = 0; n < count; n++) {
    const event = pickEvent(random, from)
    const [start, abandonedBefore] = [Date.now(), world.balancer.stats.abandonedCalls.length]
    await event.happen(world, random)
    const end = Date.now()
    await delay(200 + random() * 1_300)
    const abandonedCalls = world.balancer.stats.abandonedCalls.length - abandonedBefore
    outcomes.push({ event, ms: end - start, gapMs: longest(start, end), abandonedCalls })
    print(`${String(n + 1).padStart(5)}  ${event.name.padEnd(24)} ${((end - start) / 1_000).toFixed(1)} s`)
  }
  return outcomes
}

function printTable(outcomes: Outcome[]): void {
  print('\n| event | times | longest read meanwhile, median / worst ms | calls given up |')
  print('|---|---|---|---|')
  for (const event of events) {
    const own = outcomes.filter((outcome) => outcome.event === event)
    if (own.length === 0) continue
    const gaps = own.map(({ gapMs }) => gapMs).sort((one, other) => one - other)
    const abandonedCalls = own.reduce((sum, outcome) => sum + outcome.abandonedCalls, 0)
    print(`| ${event.name} | ${own.length} | ${gaps[Math.floor(gaps.length / 2)]} / ${gaps.at(-1)} | ${abandonedCalls} |`)
  }
}

async function run(): Promise<string[]> {
  const [count, seed] = [Number(values.events), Number(values.seed)]
  const from = values.only ? events.filter(({ name }) => values.only!.includes(name)) : events
  if (!Number.isInteger(count) || count < 1 || !Number.isFinite(seed) || from.length === 0)
    throw new Error(
      `Use --events with a whole number, --seed with a number, and --only with one of: ${events.map(({ name }) => name).join(', ')}.`,
    )
  print(`${count} events, seed ${seed}`)
  const world = await createWorld(values.older)
  try {
    const flows = [feedbackFlow, accountFlow, accessFlow, roleFlow, alertFlow, sandboxFlow].map((create) => create(world))
    let isStopped = false
    const messages: string[] = []
    const probe = startProbe(world, () => isStopped)
    const running = [...flows.map((flow) => work(flow, () => isStopped, messages)), probe.ended]
    const outcomes = await breakThings(world, { count, random: randomOf(seed), from }, probe.longest)
    isStopped = true
    world.simulator.faults.clear()
    await Promise.all(running)
    print('\nEverything works again. Waiting for all runs to end.')
    const faults = (await waitForRuns(world)).map((line) => `not ended: ${line}`)
    for (const flow of flows) faults.push(...(await verify(flow)))
    faults.push(...(await brokenInvariants(world)).map((line) => `invariant: ${line}`))
    faults.push(...messages.map((line) => `refused: ${line}`), ...world.balancer.stats.internalErrors.map((line) => `500: ${line}`))
    const restarts = outcomes.filter(({ event }) => event.isServed && event.name !== 'kill')
    if (restarts.some(({ abandonedCalls }) => abandonedCalls > 0)) faults.push('calls failed during a restart')
    const slowKills = outcomes.filter(({ event, gapMs }) => event.name === 'kill' && gapMs > maxGapMs)
    if (slowKills.length > 0) faults.push(`${slowKills.length} kills left a gap of more than ${maxGapMs} ms`)
    printTable(outcomes)
    print(`\nAccepted writes: ${flows.map((flow) => `${flow.name} ${flow.accepted()}`).join(', ')}.`)
    const { calls, repeats, abandonedCalls } = world.balancer.stats
    print(`${calls} calls, ${repeats} repeated by the balancer, ${abandonedCalls.length} given up. Load ${loadavg()[0]!.toFixed(1)}.`)
    return faults
  } finally {
    await world.close()
  }
}

if (values.help) print('npm run chaos -- [--events 100] [--seed N] [--only "kill"] [--older COMMIT]')
else {
  const faults = await run()
  print(
    faults.length === 0
      ? '\nNothing was lost, doubled or half done.'
      : `\n${faults.length} faults:\n${faults.map((line) => `- ${line}`).join('\n')}`,
  )
  process.exitCode = faults.length === 0 ? 0 : 1
}
