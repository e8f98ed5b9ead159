import { keepPreviousData } from '@tanstack/react-query'
import { ask, call } from './ask.ts'
import type { CallInput } from './client.ts'

export const listApprovalPolicies = () => ask('listApprovalPolicies', {}, ['approvalPolicy', 'approval'])
export const listPolicyVersions = (id: string) => ask('listPolicyVersions', { params: { id } }, ['approvalPolicy'])
export const getApprovalPolicy = (id: string, version: number) =>
  ask('getApprovalPolicy', { params: { id, version } }, ['approvalPolicy', 'approval'])
/** The facts change only with a release of Slipway. */
export const getPolicyFacts = () => ({ ...ask('getPolicyFacts', {}), staleTime: Number.POSITIVE_INFINITY })

/** Checks a draft policy on the server. The earlier result stays on screen while the person types. */
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
  ask('getPolicyReplay', { params: { id, version } }, ['policyReplay', 'approvalPolicy'])
export const listPolicyReplayChanges = (
  id: string,
  version: number,
  query: NonNullable<CallInput<'listPolicyReplayChanges'>['query']> = {},
) => ({
  ...ask('listPolicyReplayChanges', { params: { id, version }, query }, ['policyReplay']),
  placeholderData: keepPreviousData,
})
