import { expect, it } from 'vitest'
import { type Operation, rejectionCasesOf, specification } from './operations.ts'
import { routeOf } from './typedClient.ts'

it('declares a typed 401 for each call for which the specification declares one', () => {
  const calls = Object.values(specification).flatMap((group) => Object.keys(group) as Operation[])
  const unauthorised = calls.filter((call) => rejectionCasesOf(call).includes('unauthorised'))
  expect(unauthorised.filter((call) => !routeOf(call).statuses.includes(401))).toEqual([])
})
