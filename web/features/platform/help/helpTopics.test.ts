import { expect, it } from 'vitest'
import { paths } from '../../../paths.ts'
import { helpTopicOf } from './helpTopics.ts'

it.each([
  [paths.home(), 'Home'],
  [paths.accessRequest('1'), 'My access'],
  [paths.findAccess(), 'Find access'],
  [paths.account('1'), 'Accounts'],
  [paths.requestAccount(), 'Request an account'],
  [paths.policy('1'), 'Approval policies'],
  [paths.apiKeys(), 'Administration'],
  [paths.sandbox('1'), 'Sandboxes'],
  [paths.run('1'), 'Cockpit'],
  [paths.reference(), 'API reference'],
  [paths.myFeedback(), 'Home'],
])('shows the help of the nearest topic on %s', (path, title) => {
  expect(helpTopicOf(path).title).toBe(title)
})
