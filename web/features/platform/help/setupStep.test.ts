import { expect, it } from 'vitest'
import { readConnectors, setupLabels, setupStep } from './setupStep.ts'

it.each([
  [
    ['ok', 'ok'],
    [true, setupLabels.connected],
  ],
  [
    ['ok', 'unknown', 'unknown'],
    [false, '2 not checked'],
  ],
  [
    ['degraded', 'down', 'unknown'],
    [false, '2 failing, 1 not checked'],
  ],
] as const)('reads connectors in the states %j', (states, expected) => {
  expect(readConnectors(states)).toEqual(expected)
})

it.each([
  [
    { data: undefined, isError: false },
    { done: undefined, note: setupLabels.loading },
  ],
  [
    { data: undefined, isError: true },
    { done: undefined, note: setupLabels.failed },
  ],
  [
    { data: 0, isError: true },
    { done: false, note: 'None yet' },
  ],
])('shows the step of %j', (facts, expected) => {
  expect(setupStep('Add accounts', '/app/accounts', facts, (total) => [total > 0, 'None yet'])).toMatchObject(expected)
})
