import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { trackLifecycle } from './lifecycle.ts'
import { createMetrics } from './metrics.ts'
import { serveOps } from './serveOps.ts'

const host = '127.0.0.1'
const failedRead = () => Promise.reject(new Error('no database'))

async function open(readGauges: () => Promise<void> = failedRead) {
  const draining = new AbortController()
  const lifecycle = trackLifecycle(draining.signal)
  const ops = await serveOps({ host, port: 0, lifecycle, metrics: createMetrics(), readGauges })
  const fetchStatus = async (path: string, method = 'GET') => (await fetch(`http://${host}:${ops.port}${path}`, { method })).status
  const probe = async (path: string) => {
    const response = await fetch(`http://${host}:${ops.port}${path}`)
    return [response.status, ((await response.json()) as { status: string }).status]
  }
  const probes = async () => [await probe('/livez'), await probe('/startupz'), await probe('/readyz')]
  return { draining, lifecycle, ops, fetchStatus, probes }
}

describe('serveOps', () => {
  it('responds to the three probes with the status of the process', async () => {
    const { draining, lifecycle, ops, probes } = await open()
    lifecycle.setStatus('waitingForDatabase')
    expect(await probes()).toEqual([
      [200, 'alive'],
      [503, 'waitingForDatabase'],
      [503, 'waitingForDatabase'],
    ])
    lifecycle.completeStart(async () => {})
    expect(await probes()).toEqual([
      [200, 'alive'],
      [200, 'started'],
      [200, 'ready'],
    ])
    draining.abort()
    expect(await probes()).toEqual([
      [200, 'alive'],
      [200, 'started'],
      [503, 'draining'],
    ])
    await ops.stop()
  })

  it('reports a process that is stopped during its start as draining', async () => {
    const { draining, ops, probes } = await open()
    draining.abort()
    expect((await probes()).slice(1)).toEqual([
      [503, 'draining'],
      [503, 'draining'],
    ])
    await ops.stop()
  })

  it.each([
    ['is unavailable', failedRead],
    ['never answers', () => new Promise<void>(() => {})],
  ])('returns metrics of the process if the database %s', async (_state, readGauges) => {
    const { ops } = await open(readGauges)
    const response = await fetch(`http://${host}:${ops.port}/metrics`)
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('process_cpu_seconds_total')
    await ops.stop()
  })

  it('accepts only GET and HEAD of its own pages', async () => {
    const { fetchStatus, ops } = await open()
    expect(await fetchStatus('/livez', 'HEAD')).toBe(200)
    expect(await fetchStatus('/livez?verbose')).toBe(200)
    for (const path of ['/', '/health', '/livez/', '//livez', '/..%2flivez']) expect(await fetchStatus(path)).toBe(404)
    for (const method of ['POST', 'DELETE', 'OPTIONS']) expect(await fetchStatus('/livez', method)).toBe(404)
    await ops.stop()
  })

  it('names the settings if the port is in use', async () => {
    const otherServer = createServer().listen(0, host)
    await once(otherServer, 'listening')
    const { port } = otherServer.address() as { port: number }
    const lifecycle = trackLifecycle(new AbortController().signal)
    await expect(serveOps({ host, port, lifecycle, metrics: createMetrics(), readGauges: failedRead })).rejects.toThrow(
      /EADDRINUSE.*SLIPWAY_OPS_PORT/,
    )
    otherServer.close()
  })
})
