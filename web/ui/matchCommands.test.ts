import { expect, it } from 'vitest'
import { matchCommands } from './matchCommands.ts'

const commands = [
  { id: '1', label: 'Request account', group: 'Actions', keywords: 'new subscription create' },
  { id: '2', label: 'Accounts', group: 'Go to', keywords: 'azure list' },
  { id: '3', label: 'Decommission account', group: 'Actions', keywords: 'delete subscription close' },
  { id: '4', label: 'My accounts', group: 'Go to', keywords: 'leavers' },
  { id: '5', label: 'Absence', group: 'Go to', keywords: 'leave' },
]
const found = (query: string) => matchCommands(commands, query).map(({ id }) => id)

it.each([
  ['accounts', ['2', '4']],
  ['delete subscription', ['3']],
  ['subscription', ['1', '3']],
  ['CREATE account', ['1']],
  ['account', ['2', '4', '1', '3']],
  ['leave', ['5', '4']],
  ['password', []],
  ['  ', ['1', '2', '3', '4', '5']],
])('finds, for %j, the commands %j', (query, ids) => expect(found(query)).toEqual(ids))

it('keeps the commands of a group together, so that its heading appears once', () => {
  const groups = matchCommands(commands, 'account').map(({ group }) => group)
  expect(groups.filter((group, index) => group !== groups[index - 1])).toEqual(['Go to', 'Actions'])
})
