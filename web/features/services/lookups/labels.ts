export const lookupLabels = {
  sizesTab: 'VM sizes',
  imagesTab: 'VM images',
  sizes: 'Virtual machine sizes',
  showUnavailable: 'Show unavailable sizes',
  compared: 'Size comparison',
} as const
