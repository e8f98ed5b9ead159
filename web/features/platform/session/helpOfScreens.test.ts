import { expect, it } from 'vitest'
import { helpTopicOf } from '../help/helpTopics.ts'
import { screens } from './screens.ts'

it.each(screens.map(({ href }) => href))('has steps, three questions and terms on %s', (href) => {
  const { how, questions, terms } = helpTopicOf(href.split('?')[0]!)
  expect([how.length, questions.length, terms.length > 0]).toEqual([3, 3, true])
})
