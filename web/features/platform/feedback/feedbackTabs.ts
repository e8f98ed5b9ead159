import { paths } from '../../../paths.ts'

/** For those who answer feedback: everybody's, and their own. */
export const feedbackTabs = [
  { id: 'all', label: 'Everybody’s', href: paths.feedback() },
  { id: 'mine', label: 'Mine', href: paths.myFeedback() },
]
