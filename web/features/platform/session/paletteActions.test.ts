import { describe, expect, it, vi } from 'vitest'
import { paths } from '../../../paths.ts'
import { clientWith, personWith } from './palette.fixture.ts'
import { actionsOf, findTypedActions } from './paletteActions.ts'
import { screensOf } from './screens.ts'

// The browser's API client reads the origin when it is loaded.
vi.hoisted(() => vi.stubGlobal('location', { origin: 'http://127.0.0.1' }))

const [admin, auditor, owner] = [personWith('admin'), personWith('auditor'), personWith()]

describe('actionsOf', () => {
  const idsFor = (...input: Parameters<typeof actionsOf>) => actionsOf(...input).map(({ id }) => id)

  it('offers to start store rollouts only to administrators', () => {
    expect(idsFor(admin, true)).toContain(paths.newEdgeRollout())
    expect(idsFor(auditor, true)).not.toContain(paths.newEdgeRollout())
    expect(idsFor(owner, true)).not.toContain(paths.newEdgeRollout())
  })

  it('offers to start access reviews to everyone who can', () => {
    expect(idsFor(owner, true)).toContain(paths.newAccessReview())
    expect(idsFor(auditor, false)).not.toContain(paths.newAccessReview())
  })

  it('doesn’t use the ID of a screen or of the access search', () => {
    const ids = [...screensOf(admin).map(({ href }) => href), paths.findAccess('access'), ...idsFor(admin, true)]
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe('screensOf', () => {
  it('includes the cockpit’s doctor for administrators and auditors', () => {
    const hrefsFor = (me: typeof admin) => screensOf(me).map(({ href }) => href)
    expect(hrefsFor(auditor)).toContain(paths.cockpit('doctor'))
    expect(hrefsFor(owner)).not.toContain(paths.cockpit('doctor'))
  })
})

describe('findTypedActions', () => {
  const account = (id: string, can: object) => ({
    id,
    name: `basket-${id}`,
    subscriptionId: null,
    tower: { name: 'Checkout' },
    family: { name: 'Basket' },
    can,
  })
  const active = account('active', { update: true, decommission: true })
  const leaving = account('leaving', { update: true, decommission: 'leaving' })
  const foreign = account('foreign', { update: 'ownersOnly', decommission: 'ownersOnly' })
  const client = clientWith({
    searchAccounts: () => [active, leaving, foreign],
    listMyAccounts: () => [active, leaving],
    getAccount: ({ params }) => [active, leaving, foreign].find(({ id }) => id === params!.id),
  })
  const found = async (kind: 'decommission' | 'secret', name: string, me = owner) =>
    (await findTypedActions(client, { kind, name }, me)).map(({ id }) => id)

  it.each([
    ['owners', owner],
    ['administrators', admin],
  ])('offers %s the accounts that they can change now', async (_who, me) => {
    expect(await found('decommission', 'basket', me)).toEqual([paths.decommission('active')])
    expect(await found('secret', 'basket', me)).toEqual([paths.account('active', 'secrets'), paths.account('leaving', 'secrets')])
  })

  it('finds only the reader’s accounts that match every word', async () => {
    expect(await found('secret', 'checkout leaving')).toEqual([paths.account('leaving', 'secrets')])
    expect(await found('secret', 'foreign')).toEqual([])
  })

  it('offers decisions only on a request with a complete reference', async () => {
    const item = (id: string, reference: string, decide: true | string = true) => ({
      id,
      subjectKind: 'accountRequest',
      subject: {
        kind: 'accountRequest',
        summary: {
          ...{ id, reference, name: 'basket', environment: 'development', status: 'pending_approval', waitingFor: 'Family owner' },
          ...{ runStatus: null, family: { id: 'f', name: 'Basket' }, tower: { name: 'Checkout' }, requester: { id: 'p' }, budget: null },
        },
      },
      requester: { displayName: 'Priya Shah' },
      can: { decide },
    })
    const inbox = clientWith({ listInbox: () => ({ items: [item('other', 'ACC-2026-0162'), item('own', 'ACC-2026-0161')] }) })
    const idsFor = async (name: string) =>
      (await findTypedActions(inbox, { kind: 'decide', decision: 'approve', label: 'Approve', name }, owner)).map(({ id }) => id)
    expect(await idsFor('acc-2026-0161')).toEqual([paths.approvals({ id: 'own', decide: 'approve' })])
    expect(await idsFor('ACC-2026-0999')).toEqual([])
    expect(await idsFor('basket')).toHaveLength(2)
  })
})
