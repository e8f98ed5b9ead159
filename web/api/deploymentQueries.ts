import { queryCall } from './queryCall.ts'

export const listAccountDeployments = (id: string) => queryCall('listAccountDeployments', { params: { id } }, ['account', 'deployment'])
export const getAccountDeployment = (id: string, deploymentId: string) =>
  queryCall('getAccountDeployment', { params: { id, deploymentId } }, ['account', 'deployment'])
