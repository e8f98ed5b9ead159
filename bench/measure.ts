import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { createServer } from 'node:net'

export type Target = string | ((turn: number) => string)

export interface Shape<Title extends string = string> {
  title: Title
  slipway: Target
  baseline: Target
  /** Requests per round and connection. */
  requests: number
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

export async function start(file: string, databaseUrl: string, settings = '{}') {
  const port = await freePort()
  const child = fork(new URL(file, import.meta.url), [databaseUrl, String(port), settings], { execArgv: [] })
  const { cookies } = await new Promise<{ cookies: string[] }>((resolve, reject) => {
    child.once('message', (message) => resolve(message as { cookies: string[] }))
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)))
  })
  child.removeAllListeners('exit')
  return { child, origin: `http://127.0.0.1:${port}`, cookies }
}
export type Server = Awaited<ReturnType<typeof start>>

export async function withServers(
  databaseUrl: string,
  programs: readonly (readonly [file: string, settings?: string])[],
  callback: (...servers: Server[]) => Promise<void>,
): Promise<void> {
  const servers: Server[] = []
  try {
    for (const [file, settings] of programs) servers.push(await start(file, databaseUrl, settings))
    await callback(...servers)
  } finally {
    for (const { child } of servers) child.kill()
  }
}

/** Returns the memory of a process, in MB. */
export function memoryOf(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
  return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') }
}

function fetchText(agent: Agent, { origin, cookies }: Server, pathOrBuilder: Target, turn: number): Promise<string> {
  const target = typeof pathOrBuilder === 'string' ? pathOrBuilder : pathOrBuilder(turn)
  const cookie = cookies[turn % cookies.length]
  return new Promise((resolve, reject) => {
    get(`${origin}${target}`, { agent, headers: cookie ? { cookie } : {} }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part) => (text += part))
      response.on('end', () =>
        response.statusCode === 200 ? resolve(text) : reject(new Error(`${target}: ${response.statusCode} ${text}`)),
      )
    }).on('error', reject)
  })
}

let turn = 0
export async function round(server: Server, target: Target, connections: number, requests: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const times: number[] = []
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let n = 0; n < requests; n++) {
        const startTime = performance.now()
        await fetchText(agent, server, target, turn++)
        times.push(performance.now() - startTime)
      }
    }),
  )
  agent.destroy()
  return times
}

export function quantile(times: number[], q: number): number {
  const sortedTimes = [...times].sort((a, b) => a - b)
  return sortedTimes[Math.min(sortedTimes.length - 1, Math.floor(sortedTimes.length * q))] ?? Number.NaN
}

export interface Comparison {
  connections: number
  slipway: number[]
  baseline: number[]
}

const warmUpRequests = 400

/**
 * Measures two servers at 1 and 8 connections. They take short turns, so that other load on the machine slows both equally. V8 must have
 * optimised both before they are compared.
 */
export async function compare(shape: Shape, slipway: Server, baseline: Server, rounds: number): Promise<Comparison[]> {
  await round(slipway, shape.slipway, 8, warmUpRequests / 8)
  await round(baseline, shape.baseline, 8, warmUpRequests / 8)
  const comparisons: Comparison[] = []
  for (const connections of [1, 8]) {
    const comparison: Comparison = { connections, slipway: [], baseline: [] }
    const requests = Math.max(5, Math.round(shape.requests / Math.sqrt(connections)))
    for (let n = 0; n < rounds; n++) {
      comparison.slipway.push(...(await round(slipway, shape.slipway, connections, requests)))
      comparison.baseline.push(...(await round(baseline, shape.baseline, connections, requests)))
    }
    comparisons.push(comparison)
  }
  return comparisons
}

const ratioOf = ({ slipway, baseline }: Comparison, q: number) => quantile(slipway, q) / quantile(baseline, q)

export const comparisonHeads = ['shape', 'connections', 'p50 ms', 'p95 ms', 'baseline p50', 'baseline p95', 'ratio p50', 'ratio p95']

export function comparisonCells(title: string, comparison: Comparison): string[] {
  const times = [comparison.slipway, comparison.baseline].flatMap((each) => [quantile(each, 0.5), quantile(each, 0.95)])
  const figures = [...times, ratioOf(comparison, 0.5), ratioOf(comparison, 0.95)]
  return [title, String(comparison.connections), ...figures.map((figure) => figure.toFixed(2))]
}

/** Compares the servers in each shape, reports the ratios of the medians, and returns the cells of `comparisonHeads`. */
export async function compareShapes<Title extends string>(
  report: (title: Title, ...ratios: number[]) => void,
  shapes: readonly Shape<Title>[],
  servers: { slipway: Server; baseline: Server },
  rounds: number,
): Promise<string[][]> {
  const cells: string[][] = []
  for (const shape of shapes) {
    const comparisons = await compare(shape, servers.slipway, servers.baseline, rounds)
    cells.push(...comparisons.map((comparison) => comparisonCells(shape.title, comparison)))
    report(shape.title, ...comparisons.map((comparison) => ratioOf(comparison, 0.5)))
  }
  return cells
}
