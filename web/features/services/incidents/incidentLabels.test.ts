import { expect, it } from 'vitest'
import { levels, priorityLabel, priorityOf } from './incidentLabels.ts'

it('derives the priority from impact and urgency like ServiceNow', () => {
  expect(levels.map((impact) => levels.map((urgency) => priorityOf(impact, urgency)))).toEqual([
    [1, 2, 3],
    [2, 3, 4],
    [3, 4, 5],
  ])
  expect([1, 3, 5, 9].map(priorityLabel)).toEqual(['Critical', 'Moderate', 'Planning', '9'])
})
