import { ask } from './ask.ts'

export const listAccountDeployments = (id: string) => ask('listAccountDeployments', { params: { id } }, ['account', 'deployment'])
export const getAccountDeployment = (id: string, deploymentId: string) =>
  ask('getAccountDeployment', { params: { id, deploymentId } }, ['account', 'deployment'])
