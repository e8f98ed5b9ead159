import { expect, it } from 'vitest'
import type { PersonRef } from '../../../shared/requestTypes.ts'
import { type Draft, detailsOf, draftOfRequest, emptyDraft } from './draft.ts'
import { formField, problemsOf, stepOf } from './problems.ts'

const person = (name: string): PersonRef => ({
  id: name,
  displayName: name,
  email: `${name}@northgate.example`,
  department: null,
  active: true,
})
const [priya, daniel, ravi] = [person('priya'), person('daniel'), person('ravi')]
const fullDraft: Draft = {
  ...emptyDraft(priya!),
  name: ' checkout-trial ',
  purpose: 'Try the new checkout.',
  environment: 'preproduction',
  towerId: 't',
  familyId: 'f',
  connectivity: 'corporate',
  dataClassification: 'internal',
  criticality: 'tier3',
  owners: [priya!, daniel!],
  costCentre: 'CC-1000',
  budget: 50_000,
  accessGroups: [{ name: 'developers', role: 'Contributor', assignment: 'active' }],
}
const namesOf = (draft: Draft) => problemsOf(draft).map((problem) => problem.name)

it('finds no problem in a complete draft', () => {
  expect(problemsOf(fullDraft)).toEqual([])
})

it('lists the missing fields of an empty draft, in the order of the form', () => {
  expect(namesOf(emptyDraft(priya!))).toEqual([
    'name',
    'purpose',
    'environment',
    'towerId',
    'familyId',
    'connectivity',
    'dataClassification',
    'criticality',
    'ownerIds',
    'costCentre',
    'budget.amount',
  ])
})

it('rejects values that Azure or the directory would reject', () => {
  expect(namesOf({ ...fullDraft, name: 'pay<ments' })).toEqual(['name'])
  expect(namesOf({ ...fullDraft, name: '-payments' })).toEqual(['name'])
  expect(namesOf({ ...fullDraft, accessGroups: [fullDraft.accessGroups[0]!, fullDraft.accessGroups[0]!] })).toEqual(['accessGroups.1.name'])
  expect(namesOf({ ...fullDraft, accessGroups: [{ ...fullDraft.accessGroups[0]!, name: 'The Team' }] })).toEqual(['accessGroups.0.name'])
  expect(namesOf({ ...fullDraft, contacts: [] })).toEqual(['budget.contacts'])
  expect(namesOf({ ...fullDraft, thresholds: [...fullDraft.thresholds, fullDraft.thresholds[0]!] })).toEqual(['budget.thresholds'])
})

it('shows the server’s errors at their step and field', () => {
  expect([formField('/budget/contacts/0'), formField('ownerIds.1'), formField('accessGroups.2.name'), formField('name')]).toEqual([
    'budget.contacts',
    'ownerIds',
    'accessGroups.2.name',
    'name',
  ])
  expect(['name', 'region', 'budget.contacts', 'accessGroups.1.name'].map(stepOf)).toEqual(['basics', 'platform', 'people', 'people'])
})

it('converts a request back to the draft from which it was created', () => {
  const details = detailsOf(fullDraft)
  expect(details.workload).toBe('Production')
  expect(details.name).toBe('checkout-trial')
  const restored = draftOfRequest({ details, owners: fullDraft.owners })
  expect(restored.contacts).toBeNull()
  expect(detailsOf(restored)).toEqual(details)
  const withContacts = detailsOf({ ...fullDraft, contacts: [daniel!, ravi!] })
  expect(detailsOf(draftOfRequest({ details: withContacts, owners: fullDraft.owners }))).toEqual(withContacts)
})
