import type { azureRows } from './azure.ts'
import type { PowerName } from './azurePower.ts'
import type {
  argocdRows,
  azureDevOpsRows,
  azureDevOpsTokenRows,
  billingRows,
  githubRows,
  graphRows,
  keyVaultRows,
  servicenowRows,
  storeRows,
} from './services.ts'

type NameIn<Rows extends readonly (readonly unknown[])[]> = Rows[number][0]
export type AzureName = NameIn<typeof azureRows> | NameIn<typeof billingRows> | PowerName
export type GraphName = NameIn<typeof graphRows>
export type KeyVaultName = NameIn<typeof keyVaultRows>
export type ServicenowName = NameIn<typeof servicenowRows>
export type ArgocdName = NameIn<typeof argocdRows>
export type StoresName = NameIn<typeof storeRows>
export type GithubName = NameIn<typeof githubRows>
export type AzureDevOpsName = NameIn<typeof azureDevOpsRows>
export type GitName = GithubName | AzureDevOpsName | NameIn<typeof azureDevOpsTokenRows>

export type Methods<Client, Name extends string> = { readonly [Method in keyof Client]: readonly [Name, ...Name[]] | 'no call' }
