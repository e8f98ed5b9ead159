import { describe, expect, it } from 'vitest'
import { datedVersions } from '../../../clients/arm/apiVersions.ts'
import { createMetrics } from '../../../telemetry/metrics.ts'
import { servicePurposes } from '../cockpit/connectors.ts'
import { redactMetrics } from './metricLines.ts'

describe('a bundle of metrics', () => {
  it('includes everything that a replica reports', async () => {
    const metrics = createMetrics()
    metrics.countResponse('getMe', 204, 0.2)
    metrics.called(Object.keys(servicePurposes).find((service) => service.includes(' '))!, 'failed', 3)
    metrics.gauges.jobs.set({ queue: 'groupAlerts', state: 'created' }, 2)
    metrics.gauges.runs.set({ kind: 'buildAccount', status: 'failed' }, 1)
    metrics.gauges.scheduleAge.set({ schedule: 'expireAccess' }, 60)
    metrics.gauges.approvals.set({ kind: 'accessRequest' }, 4)
    metrics.gauges.deliveries.set({ state: 'waiting' }, 5)
    for (const state of ['idle', 'busy', 'wanted']) metrics.gauges.connections.set({ pool: 'shared', state }, 1)
    for (const { service, api } of datedVersions(new Date())) metrics.gauges.apiVersionEndOfSupport.set({ service, api }, 1.5e9)
    const text = await metrics.registry.metrics()
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    expect(lines.length).toBeGreaterThan(60)
    expect((await redactMetrics(text, new Set(['getMe']))).trim().split('\n')).toEqual(lines)
  })
})
