import { expect, it } from 'vitest'
import openapi from '../../openapi.json' with { type: 'json' }
import { accountBudget, rolloutBudget, sandboxBudget } from './budgetLimits.ts'

it.each([
  [accountBudget, openapi.components.schemas.AccountBudget.properties.amount],
  [sandboxBudget, openapi.components.schemas.SandboxTemplate.properties.maxBudget],
  [sandboxBudget, openapi.components.schemas.TemplateApprovalRule.properties.budget],
  [rolloutBudget, openapi.paths['/edge/newStores'].post.requestBody.content['application/json'].schema.properties.monthlyBudget],
])('has the limits %o of the API', ({ min, max }, { minimum, maximum }) => {
  expect({ min, max }).toEqual({ min: minimum, max: maximum })
})
