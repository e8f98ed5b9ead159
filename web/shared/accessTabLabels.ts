export const accessTabsLabel = 'Access'

export const accessTabLabels = {
  mine: 'My access',
  find: 'Find access',
  roles: 'Privileged roles',
  drift: 'Drift',
  reviews: 'Reviews',
  emergency: 'Emergency',
} as const
