import { describe, expect, it } from 'vitest'
import { operations } from '../operations.ts'
import { refuseTakenSegments, routePath } from './segments.ts'

const buildSegments = (incidentService: string, deploymentTool: string) => ({ segments: { incidentService, deploymentTool } })

describe('a configured first segment', () => {
  it('matches only the configured name, while other parameters match any text', () => {
    expect(routePath('/{incidentService}/ci/{sys_id}', buildSegments('snow', 'argo'))).toBe('/:incidentService(^snow$)/ci/:sys_id')
    expect(routePath('/accounts/{id}', buildSegments('snow', 'argo'))).toBe('/accounts/:id')
  })

  it('can’t be the first segment of another path (security A3.25)', () => {
    refuseTakenSegments(buildSegments('snow', 'argo'), operations)
    for (const reservedSegment of ['accounts', 'me', 'auth', 'app', 'sandboxes', 'utils'])
      expect(() => refuseTakenSegments(buildSegments(reservedSegment, 'argo'), operations)).toThrow(
        `SLIPWAY_INCIDENT_SERVICE is ${reservedSegment}`,
      )
    expect(() => refuseTakenSegments(buildSegments('snow', 'events'), operations)).toThrow('SLIPWAY_DEPLOYMENT_TOOL is events')
  })
})
