export function newItem(overrides: Record<string, unknown> = {}) {
  return {
    name: 'Search Service',
    version: '1.0.0',
    category: 'Data',
    description: 'Full-text search over the data of the account.',
    inputs: {
      type: 'object',
      properties: {
        tier: { type: 'string', title: 'Tier', enum: ['Basic', 'Standard'], default: 'Basic', 'x-price-factors': { Standard: 3 } },
        replicas: { type: 'integer', title: 'Replicas', minimum: 1, maximum: 12, default: 1, 'x-scales-price': true },
        indexName: { type: 'string', title: 'Index name', pattern: '^[a-z][a-z0-9-]*$', minLength: 3, maxLength: 40 },
        languages: { type: 'array', title: 'Languages', items: { type: 'string', enum: ['English', 'Polish'] }, uniqueItems: true },
      },
      required: ['tier', 'indexName'],
      additionalProperties: false,
    },
    monthlyEstimate: { amount: 7_500, currency: 'GBP' },
    ...overrides,
  }
}
