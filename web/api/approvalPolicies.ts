import { keepPreviousData } from '@tanstack/react-query'
import type { CallInput } from './client.ts'
import { call, queryCall } from './queryCall.ts'

export const listApprovalPolicies = () => queryCall('listApprovalPolicies', {}, ['approvalPolicy', 'approval'])
export const listPolicyVersions = (id: string) => queryCall('listPolicyVersions', { params: { id } }, ['approvalPolicy'])
export const getApprovalPolicy = (id: string, version: number) =>
  queryCall('getApprovalPolicy', { params: { id, version } }, ['approvalPolicy', 'approval'])
export const getPolicyFacts = () => ({ ...queryCall('getPolicyFacts', {}), staleTime: Number.POSITIVE_INFINITY })

/** The earlier result stays on screen while the person types. */
export const checkPolicy = (body: CallInput<'checkApprovalPolicy'>['body']) => ({
  queryKey: ['checkApprovalPolicy', body] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => call('checkApprovalPolicy', { body }, { signal }),
  placeholderData: keepPreviousData,
  staleTime: 60_000,
  retry: false,
})

export const testPolicy = (id: string, version: number, body: CallInput<'testApprovalPolicy'>['body']) => ({
  queryKey: ['testApprovalPolicy', id, version, body] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => call('testApprovalPolicy', { params: { id, version }, body }, { signal }),
  meta: { kinds: ['approvalPolicy'] as const },
})

export const getPolicyReplay = (id: string, version: number) =>
  queryCall('getPolicyReplay', { params: { id, version } }, ['policyReplay', 'approvalPolicy'])
export const listPolicyReplayChanges = (
  id: string,
  version: number,
  query: NonNullable<CallInput<'listPolicyReplayChanges'>['query']> = {},
) => ({
  ...queryCall('listPolicyReplayChanges', { params: { id, version }, query }, ['policyReplay']),
  placeholderData: keepPreviousData,
})
