import { describe, expect, it } from 'vitest'
import { emptyTemplate } from '../templates/templateDraft.ts'
import { applyTemplate, bodyOf, type Draft, emptyDraft, formField, partialBody, problemsOf, toSandboxName } from './draft.ts'
import { byUrgency, nextStepOf, stepLabels } from './nextStep.ts'
import type { SandboxSummary, SandboxTemplate } from './types.ts'

const me = { id: '01900000-0000-7000-8000-000000000001', displayName: 'Priya Nair', email: null, department: null, active: true }
const lab = { ...emptyTemplate, id: 'lab', maxBudget: 10_000, defaultBudget: 5_000 } as SandboxTemplate
const validDraft: Draft = {
  ...emptyDraft(me),
  ...applyTemplate(lab, emptyDraft(me)),
  name: 'basket-lab',
  justification: 'To try a recommender for baskets.',
  towerId: 'tower',
}

describe('the draft of a sandbox request', () => {
  it('is complete from the start, with the template’s defaults', () => {
    expect(problemsOf(validDraft, lab)).toEqual([])
    expect(bodyOf(validDraft)).toEqual({
      templateId: 'lab',
      name: 'basket-lab',
      justification: 'To try a recommender for baskets.',
      towerId: 'tower',
      region: 'uksouth',
      hours: 168,
      budget: 5_000,
      ownerIds: [me.id],
      members: [],
    })
  })
  it('keeps values that a different template allows, and resets the others to its defaults', () => {
    const smallTemplate = { ...lab, id: 'small', regions: ['ukwest'], maxBudget: 2_000, defaultBudget: 1_000, maxHours: 8, defaultHours: 4 }
    expect(applyTemplate(smallTemplate, validDraft)).toMatchObject({ templateId: 'small', region: 'ukwest', hours: 4, budget: 1_000 })
    expect(applyTemplate(lab, { ...validDraft, hours: 24 })).toMatchObject({ hours: 24 })
    const guests = { ...validDraft, members: { members: [me], guests: [me] } }
    expect(applyTemplate(lab, guests).members).toEqual({ members: [me] })
  })
  it('reports each problem once at its field', () => {
    const names = (draft: Partial<Draft>) => problemsOf({ ...validDraft, ...draft }, lab).map(({ name }) => name)
    expect(names({ name: '' })).toEqual(['name'])
    expect(names({ name: 'Basket Lab' })).toEqual(['name'])
    expect(names({ name: 'lab-' })).toEqual(['name'])
    expect(names({ justification: 'short' })).toEqual(['justification'])
    expect(names({ hours: 169, budget: 10_001 })).toEqual(['hours', 'budget'])
    expect(names({ owners: [] })).toEqual(['ownerIds'])
    expect(names({ towerId: null, region: null })).toEqual(['region', 'towerId'])
    expect(problemsOf(validDraft, undefined).map(({ name }) => name)).toEqual(['templateId'])
  })
  it('sends only complete values to the server’s check', () => {
    expect(partialBody({ ...validDraft, name: 'A', justification: 'x', budget: 20 })).not.toHaveProperty('name')
    expect(partialBody({ ...validDraft, budget: 20 })).not.toHaveProperty('budget')
  })
  it('derives a name from typed text, and fields from the server’s names', () => {
    expect(toSandboxName('Basket Lab_2.0')).toBe('basket-lab-2-0')
    expect(['details.name', 'ownerIds.1', 'members.0.personId', 'hours'].map(formField)).toEqual(['name', 'ownerIds', 'members', 'hours'])
  })
})

describe('nextStepOf', () => {
  const active = {
    status: 'active',
    mine: 'owner',
    needsAction: false,
    extension: null,
    lease: { extensionsUsed: 0, maxExtensions: 1 },
    budget: { percent: 10, limitReachedAt: null },
  } as SandboxSummary
  it('is undefined when no action is needed', () => {
    expect(nextStepOf(active)).toBeUndefined()
  })
  it('is urgent when the lease, the budget or the grace period ends', () => {
    const buildNextStep = (overrides: object) => nextStepOf({ ...active, ...overrides } as SandboxSummary)
    const spent = { ...active.budget, percent: 85 }
    const urgentStep = (overrides: object) => buildNextStep({ needsAction: true, ...overrides })
    expect(urgentStep({ status: 'expiring' })).toEqual({ text: stepLabels.extend, urgent: true })
    expect(buildNextStep({ status: 'expiring', mine: 'member' })).toEqual({ text: stepLabels.backUp, urgent: true })
    expect(urgentStep({ budget: spent })).toEqual({ text: stepLabels.spend, urgent: true })
    expect(urgentStep({})).toEqual({ text: stepLabels.spend, urgent: true })
    expect(urgentStep({ status: 'frozen' })?.urgent).toBe(true)
    const byOwner = [buildNextStep({ status: 'frozen' }), buildNextStep({ status: 'deleting', deleteAt: '2026-11-20T09:00:00Z' })]
    expect(byOwner).toEqual([
      { text: stepLabels.resume, urgent: false },
      { text: stepLabels.undo, urgent: false },
    ])
    expect(urgentStep({ status: 'deleting' })?.text).toBe(stepLabels.undo)
    expect(buildNextStep({ status: 'deleting', mine: 'member' })).toBeUndefined()
    const extension = { hours: 48, budget: 0 }
    expect(buildNextStep({ status: 'expiring', extension })).toEqual({ text: stepLabels.extensionRequested, urgent: false })
    expect(urgentStep({ status: 'expiring', extension, budget: spent })).toEqual({ text: stepLabels.spend, urgent: true })
    expect(urgentStep({ status: 'expiring', extension })).toEqual({ text: stepLabels.spend, urgent: true })
  })
  it('sorts sandboxes that need an action first', () => {
    const [calm, freezing] = [
      { ...active, id: 'calm', lease: { ...active.lease, end: '2026-11-20T09:00:00Z' } },
      { ...active, id: 'freezing', needsAction: true, lease: { ...active.lease, end: '2026-11-29T09:00:00Z' } },
    ]
    expect([calm, freezing].toSorted(byUrgency)).toEqual([freezing, calm])
  })
})
