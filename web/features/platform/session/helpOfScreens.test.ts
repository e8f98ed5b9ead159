import { expect, it } from 'vitest'
import { paths } from '../../../paths.ts'
import { helpTopicOf } from '../help/helpTopics.ts'
import { screens } from './screens.ts'

const topicOf = (href: string) => helpTopicOf(href.split('?')[0]!)
const withoutTopic = [paths.home(), paths.myFeedback()]

it.each(screens.map(({ href }) => href))('has steps, three questions and terms on %s', (href) => {
  const { steps: how, questions, terms } = topicOf(href)
  expect([how.length, questions.length, terms.length > 0]).toEqual([3, 3, true])
})

it('has a topic for each screen but Home and My feedback', () => {
  const home = topicOf(paths.home()).title
  expect(screens.map(({ href }) => href).filter((href) => topicOf(href).title === home)).toEqual(withoutTopic)
})
