import { createServer } from 'node:net'
import { Problem } from './problem.ts'

export interface Ports {
  http: number
  https: number
  /** The first of the simulator's ports. */
  simulator: number
}

const simulatorOffsets = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]

/**
 * Reads ports from the environment and checks that each is free. 0 means any free port.
 * @throws Problem naming every port in use and the variable that sets it
 */
export async function choosePorts(env: Record<string, string | undefined>, fixed: Record<string, number> = {}): Promise<Ports> {
  const ports: Ports = {
    http: portFromEnv(env, 'PORT', 8080),
    https: portFromEnv(env, 'SLIPWAY_HTTPS_PORT', 8443),
    simulator: portFromEnv(env, 'SLIPWAY_SIM_PORT', 9440),
  }
  const needs: [name: string, port: number][] = [
    ['PORT', ports.http],
    ['SLIPWAY_HTTPS_PORT', ports.https],
    ...(ports.simulator === 0 ? [] : simulatorOffsets.map((offset): [string, number] => ['SLIPWAY_SIM_PORT', ports.simulator + offset])),
  ]
  const taken: string[] = []
  for (const [program, port] of Object.entries(fixed))
    if (await tryPort(port)) taken.push(`Another program uses port ${port}, which ${program} needs. Stop that program and start again.`)
  for (const [name, port] of needs) {
    const code = port === 0 ? undefined : await tryPort(port)
    if (code === 'EADDRINUSE')
      taken.push(`Another program uses port ${port}. Set ${name} to a free port, such as: ${name}=${suggest(name, ports)} npm start`)
    else if (code) taken.push(`Port ${port} (${name}) cannot be used: ${code}.`)
  }
  if (taken.length > 0) throw new Problem(taken.join('\n'))
  if (ports.simulator === 0) ports.simulator = await freeBlock()
  ports.http ||= await freePort()
  ports.https ||= await freePort()
  return ports
}

function portFromEnv(env: Record<string, string | undefined>, name: string, fallback: number): number {
  const text = env[name] || String(fallback)
  const port = Number(text)
  if (!Number.isInteger(port) || port < 0 || port > 65_525) throw new Problem(`${name} must be a port number, not "${text}".`)
  return port
}

const suggest = (name: string, ports: Ports) =>
  ({ PORT: ports.http, SLIPWAY_HTTPS_PORT: ports.https, SLIPWAY_SIM_PORT: ports.simulator })[name]! + 100

function tryPort(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer().once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(undefined)))
  })
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

async function freeBlock(): Promise<number> {
  for (;;) {
    const base = await freePort()
    if (base > 65_500) continue
    const codes = await Promise.all(simulatorOffsets.map((offset) => tryPort(base + offset)))
    if (codes.every((code) => code === undefined)) return base
  }
}
