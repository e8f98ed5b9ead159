/** The version of each outside API that is spoken; the only place that names one. */
export const apiVersions = {
  authorization: '2022-04-01',
  budgets: '2023-05-01',
  github: '2022-11-28',
  managementGroups: '2021-04-01',
  network: '2024-01-01',
  privilegedIdentity: '2020-10-01',
  resourceGraph: '2021-03-01',
  resources: '2022-09-01',
  subscriptionAliases: '2021-10-01',
  subscriptions: '2022-12-01',
} as const
