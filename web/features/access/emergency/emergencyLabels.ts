/** Lengths in characters. */
export const shortestEmergencyReason = 20
export const shortestReport = 50

export const emergencyLabels = {
  start: 'Get access now',
  view: 'View or end',
  end: 'End now',
  write: 'Write report',
  submit: 'Submit report',
  review: 'Review report',
  accept: 'Accept and close',
  reviewedBy: 'Reviewed by',
  group: 'On-call group',
  noGroup: 'Choose a group.',
  report: 'Report',
  reasonTooShort: (minLength: number) => `Describe the problem and your plan in at least ${minLength} characters.`,
  reportTooShort: (minLength: number) => `Enter a report of at least ${minLength} characters.`,
  access: (role: string, account: string, duration: string) => `Emergency access as ${role} in ${account} for ${duration}`,
  active: (person: string, role: string) => `Emergency access: ${person} has the role ${role}`,
} as const
