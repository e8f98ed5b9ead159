import type { CallResult } from '../../../api/client.ts'

export type Account = CallResult<'getAccount'>
export type AccountDeployments = CallResult<'listAccountDeployments'>
export type App = AccountDeployments['apps'][number]
export type LiveApp = NonNullable<App['live']>
export type Deployment = AccountDeployments['deployments'][number]
