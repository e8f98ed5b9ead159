import { describe, expect, it } from 'vitest'
import { affectedBy, uncheckedParts } from './affected.ts'

const nothing = { connections: found([]), incidents: found([]), deployments: found([]), keys: [], storeNumbers: [] }
function found<T>(value: T | null) {
  return { found: value, problem: value === null ? 'No answer.' : null }
}

describe('affectedBy', () => {
  it('is empty if only the hub depends on the account', () => {
    expect(affectedBy(nothing)).toEqual([])
    const hub = { kind: 'peering' as const, name: 'hub', network: 'vnet', remoteName: 'hub', hub: true, account: null }
    expect(affectedBy({ ...nothing, connections: found([hub]) })).toEqual([])
  })

  it('lists unread parts separately, without counting them', () => {
    const dryRun = { ...nothing, incidents: found<never[]>(null) }
    expect([affectedBy(dryRun), uncheckedParts(dryRun).length, uncheckedParts(nothing)]).toEqual([[], 1, []])
  })

  it('counts running applications and keys', () => {
    const app = { name: 'web', health: 'Healthy', cluster: null, namespace: null }
    const key = { kind: 'deploy' as const, name: 'pipeline', prefix: 'slw_1', lastUsedAt: null }
    expect(affectedBy({ ...nothing, deployments: found([app, app]), keys: [key] }).map((text) => text.match(/\d/)?.[0])).toEqual(['2', '1'])
  })
})
