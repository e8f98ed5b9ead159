export const lookupLabels = {
  subnets: 'Subnets',
  find: 'Search list',
  linuxMonthly: 'Linux monthly',
  latest: 'Latest',
  sizesTab: 'VM sizes',
  imagesTab: 'VM images',
  sizes: 'Virtual machine sizes',
  showUnavailable: 'Show unavailable sizes',
  compared: 'Size comparison',
} as const

export const commonPublishers: readonly string[] = ['Canonical', 'MicrosoftWindowsServer', 'RedHat', 'Debian', 'SUSE', 'MicrosoftSQLServer']
