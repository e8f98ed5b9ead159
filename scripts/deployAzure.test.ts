import { describe, expect, it } from 'vitest'
import { readConfig } from '../server/config.ts'
import { appRoles } from '../simulator/graph/roleAssignments.ts'
import { completeSettings, composeSettings, readDeployFile } from './deploySettings.ts'

const directory = readDeployFile('azure/modules/directory.bicep')

describe('the app registration', () => {
  it.each(appRoles)('has the app role $value with the ID of the simulator', ({ id, value }) => {
    const [, variable] = new RegExp(`var (\\w+) = '${id}'`).exec(directory) ?? []
    expect(directory).toMatch(new RegExp(`id: ${variable}\\n\\s+value: '${value}'`))
  })

  it('has the redirect URI and the default scope of the server', () => {
    const { oidc } = readConfig(completeSettings(composeSettings()))
    expect(directory).toContain(`value: '${oidc.scope}'`)
    // biome-ignore lint/suspicious/noTemplateCurlyInString: Bicep has the same syntax.
    expect(directory).toContain("redirectUris: ['${publicUrl}/auth/callback']")
  })
})

it('trusts the service account of the chart', () => {
  const example = readDeployFile('azure/example.bicepparam')
  expect(example).toContain("subject: 'system:serviceaccount:slipway:slipway'")
})
