export const requestTableLabels = {
  search: 'Search requests',
  all: 'Show all requests',
} as const
