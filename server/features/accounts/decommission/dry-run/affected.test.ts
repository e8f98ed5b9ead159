import { describe, expect, it } from 'vitest'
import { affectedBy, uncheckedParts } from './affected.ts'

const nothing = { connections: { found: [] }, incidents: { found: [] }, deployments: { found: [] }, keys: [], storeNumbers: [] }
const unread = { found: null }

describe('affectedBy', () => {
  it('is empty if only the hub depends on the account', () => {
    expect(affectedBy(nothing)).toEqual([])
    expect(affectedBy({ ...nothing, connections: { found: [{ hub: true }] } })).toEqual([])
  })

  it('lists unread parts separately, without counting them', () => {
    const dependencies = { ...nothing, incidents: unread }
    expect([affectedBy(dependencies), uncheckedParts(dependencies).length, uncheckedParts(nothing)]).toEqual([[], 1, []])
  })

  it('counts running applications and keys', () => {
    const counts = affectedBy({ ...nothing, deployments: { found: [{}, {}] }, keys: [{}] }).map((text) => text.match(/\d/)?.[0])
    expect(counts).toEqual(['2', '1'])
  })
})
