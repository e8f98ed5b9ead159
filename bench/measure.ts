import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { createServer } from 'node:net'

export type Target = string | ((turn: number) => string)

export interface Shape {
  title: string
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

export async function start(file: string, databaseUrl: string, ...args: string[]) {
  const port = await freePort()
  const child = fork(new URL(file, import.meta.url), [databaseUrl, String(port), ...args], { execArgv: [] })
  const { cookies } = await new Promise<{ cookies: string[] }>((resolve, reject) => {
    child.once('message', (message) => resolve(message as { cookies: string[] }))
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)))
  })
  child.removeAllListeners('exit')
  return { child, origin: `http://127.0.0.1:${port}`, cookies }
}
export type Server = Awaited<ReturnType<typeof start>>

export function memoryOf({ child }: Server): string {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  const readMegabytes = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024)
  return `${readMegabytes('VmRSS')} MB (at most ${readMegabytes('VmHWM')} MB)`
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

export async function measure(shape: Shape, slipway: Server, baseline: Server, connections: number, rounds: number): Promise<string[]> {
  const productTimes: number[] = []
  const baselineTimes: number[] = []
  const requests = Math.max(5, Math.round(shape.requests / Math.sqrt(connections)))
  for (let n = 0; n <= rounds; n++) {
    const [a, b] = [
      await round(slipway, shape.slipway, connections, requests),
      await round(baseline, shape.baseline, connections, requests),
    ]
    if (n > 0) productTimes.push(...a) && baselineTimes.push(...b) // The first round only warms up.
  }
  const figures = [quantile(productTimes, 0.5), quantile(productTimes, 0.95), quantile(baselineTimes, 0.5), quantile(baselineTimes, 0.95)]
  const ratios = [figures[0]! / figures[2]!, figures[1]! / figures[3]!]
  return [shape.title, String(connections), ...[...figures, ...ratios].map((figure) => figure.toFixed(2))]
}

export const heads = ['shape', 'connections', 'p50 ms', 'p95 ms', 'baseline p50', 'baseline p95', 'ratio p50', 'ratio p95']

export const write = (line: string[]) => process.stdout.write(`| ${line.join(' | ')} |\n`)
