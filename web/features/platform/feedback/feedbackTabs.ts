import { paths } from '../../../paths.ts'

export const feedbackTabs = [
  { id: 'all', label: 'Everybody’s', href: paths.feedback() },
  { id: 'mine', label: 'Mine', href: paths.myFeedback() },
]
