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
} as const
