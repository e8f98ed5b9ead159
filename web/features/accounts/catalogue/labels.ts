export const catalogueLabels = {
  title: 'Catalogue',
  search: 'Search catalogue',
  create: 'Create item',
  edit: 'Edit',
  name: 'Name',
  description: 'Description',
  category: 'Category',
  monthlyCost: 'Estimated monthly cost',
} as const
