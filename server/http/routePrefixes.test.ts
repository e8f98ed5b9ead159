import { describe, expect, it } from 'vitest'
import { operations } from '../operations.ts'
import { requireUnusedPrefixes, routePath } from './routePrefixes.ts'

const buildSegments = (incidentService: string, deploymentTool: string) => ({ segments: { incidentService, deploymentTool } })

describe('a configured first segment', () => {
  it('matches only the configured name, unlike other parameters, which match any text', () => {
    expect(routePath('/{incidentService}/ci/{sys_id}', buildSegments('snow', 'argo'))).toBe('/:incidentService(^snow$)/ci/:sys_id')
    expect(routePath('/accounts/{id}', buildSegments('snow', 'argo'))).toBe('/accounts/:id')
  })

  it('can’t be the first segment of another path (security A3.25)', () => {
    requireUnusedPrefixes(buildSegments('snow', 'argo'), operations)
    for (const reservedSegment of ['accounts', 'me', 'auth', 'app', 'sandboxes', 'utils'])
      expect(() => requireUnusedPrefixes(buildSegments(reservedSegment, 'argo'), operations)).toThrow(
        `SLIPWAY_INCIDENT_SERVICE is ${reservedSegment}`,
      )
    expect(() => requireUnusedPrefixes(buildSegments('snow', 'events'), operations)).toThrow('SLIPWAY_DEPLOYMENT_TOOL is events')
  })
})
