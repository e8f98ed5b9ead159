import { describe, expect, it } from 'vitest'
import { operations } from '../operations.ts'
import { refuseTakenSegments, routePath } from './segments.ts'

const named = (incidentService: string, deploymentTool: string) => ({ segments: { incidentService, deploymentTool } })

describe('a configured first segment', () => {
  it('matches only its own name, while other parameters match anything', () => {
    expect(routePath('/{incidentService}/ci/{sys_id}', named('snow', 'argo'))).toBe('/:incidentService(^snow$)/ci/:sys_id')
    expect(routePath('/accounts/{id}', named('snow', 'argo'))).toBe('/accounts/:id')
  })

  it('can’t be the first segment of another path (security A3.25)', () => {
    refuseTakenSegments(named('snow', 'argo'), operations)
    for (const taken of ['accounts', 'me', 'auth', 'app', 'sandboxes', 'utils'])
      expect(() => refuseTakenSegments(named(taken, 'argo'), operations)).toThrow(`SLIPWAY_INCIDENT_SERVICE is ${taken}`)
    expect(() => refuseTakenSegments(named('snow', 'events'), operations)).toThrow('SLIPWAY_DEPLOYMENT_TOOL is events')
  })
})
