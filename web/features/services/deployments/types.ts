import type { CallResult } from '../../../api/client.ts'

export type Account = CallResult<'getAccount'>
export type Found = CallResult<'listAccountDeployments'>
export type App = Found['apps'][number]
export type LiveApp = NonNullable<App['live']>
export type Deployment = Found['deployments'][number]
