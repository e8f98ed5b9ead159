import { describe, expect, it } from 'vitest'
import { operations } from '../operations.ts'
import { refuseTakenSegments, routePath } from './segments.ts'

const named = (incidentService: string, deploymentTool: string) => ({ segments: { incidentService, deploymentTool } })

describe('the configured first segments', () => {
  it('stand for themselves only; other parameters for anything', () => {
    expect(routePath('/{incidentService}/ci/{sys_id}', named('snow', 'argo'))).toBe('/:incidentService(^snow$)/ci/:sys_id')
    expect(routePath('/accounts/{id}', named('snow', 'argo'))).toBe('/accounts/:id')
  })

  it('may not be where another path begins (security A3.25)', () => {
    refuseTakenSegments(named('snow', 'argo'), operations)
    for (const taken of ['accounts', 'me', 'auth', 'app', 'sandboxes', 'utils'])
      expect(() => refuseTakenSegments(named(taken, 'argo'), operations)).toThrow(`SLIPWAY_INCIDENT_SERVICE is ${taken}`)
    expect(() => refuseTakenSegments(named('snow', 'events'), operations)).toThrow('SLIPWAY_DEPLOYMENT_TOOL is events')
  })
})
