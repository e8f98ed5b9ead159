import { paths } from '../../../paths.ts'

export const feedbackTabs = [
  { id: 'all', label: 'All', href: paths.feedback() },
  { id: 'mine', label: 'My feedback', href: paths.myFeedback() },
]
