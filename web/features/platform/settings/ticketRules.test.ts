import { expect, it } from 'vitest'
import { defaultTicketPolicy, TicketPolicy } from '../../../../server/settings/ticketPolicy.ts'
import { stateRules, ticketStates } from './ticketLabels.ts'
import { draftOf, newRole, policyOf, problemsOf, roleField } from './ticketRules.ts'

const id = '8e3af657-a8ff-443c-a75c-2fe8c4bcb635'

it('offers the states that the server accepts', () => {
  const accepted = Object.fromEntries(stateRules.map((rule) => [rule, TicketPolicy.properties[rule].items.enum]))
  expect(Object.fromEntries(stateRules.map((rule) => [rule, Object.keys(ticketStates[rule]).toSorted()]))).toEqual(
    Object.fromEntries(Object.entries(accepted).map(([rule, states]) => [rule, [...states].toSorted()])),
  )
})

it('has a field for each rule', () => {
  expect(Object.keys(draftOf(defaultTicketPolicy).common).toSorted()).toEqual(
    Object.keys(TicketPolicy.properties)
      .filter((rule) => rule !== 'roles')
      .toSorted(),
  )
})

it('sends what it read, and only the rules that a single role has', () => {
  const policy = { ...defaultTicketPolicy, maxAgeDays: 30, roles: { [id]: { ownTickets: true, incidentStates: ['1'] } } }
  const { common, roles } = draftOf(policy)
  expect(policyOf(common, roles, defaultTicketPolicy)).toEqual(policy)
})

it('reads the ID from the path of a role definition', () => {
  const { common } = draftOf(defaultTicketPolicy)
  const roles = [{ ...newRole, id: ` /subscriptions/${id}/providers/Microsoft.Authorization/roleDefinitions/${id.toUpperCase()}` }]
  expect(problemsOf(common, roles)).toEqual({})
  expect(policyOf(common, roles, defaultTicketPolicy).roles).toEqual({ [id]: {} })
})

it('sends the defaults for empty numbers', () => {
  const { common } = draftOf({ ...defaultTicketPolicy, minAgeMinutes: 1, maxAgeDays: 1 })
  expect(policyOf({ ...common, minAgeMinutes: null, maxAgeDays: null }, [], defaultTicketPolicy)).toEqual(defaultTicketPolicy)
})

it('rejects a rule without states, and roles without an ID or with the same ID', () => {
  const { common } = draftOf(defaultTicketPolicy)
  expect(problemsOf(common, [{ ...newRole, id }])).toEqual({})
  const problems = problemsOf({ ...common, incidentStates: [] }, [
    { ...newRole, id },
    { ...newRole, id: id.toUpperCase() },
    { ...newRole, id: 'owner' },
  ])
  expect(Object.keys(problems).toSorted()).toEqual([roleField(1), roleField(2), 'value.incidentStates'])
})
