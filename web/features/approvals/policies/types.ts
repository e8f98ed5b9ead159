import type { CallInput, CallResult } from '../../../api/client.ts'

export type PolicyRow = CallResult<'listApprovalPolicies'>[number]
export type VersionSummary = CallResult<'listPolicyVersions'>[number]
export type ApprovalPolicy = CallResult<'getApprovalPolicy'>
export type PolicyDocument = CallInput<'checkApprovalPolicy'>['body']
export type PolicyKind = PolicyDocument['kind']
export type PolicyStage = PolicyDocument['stages'][number]
export type ApproverRule = PolicyStage['rule']
export type PolicyCheckResult = CallResult<'checkApprovalPolicy'>
export type PolicyTestResult = CallResult<'testApprovalPolicy'>
export type Fact = CallResult<'getPolicyFacts'>['facts'][number]
export type Replay = NonNullable<CallResult<'getPolicyReplay'>['replay']>
export type ReplayChange = CallResult<'listPolicyReplayChanges'>['items'][number]
export type ChangeKind = ReplayChange['change']
export type PolicyNames = ApprovalPolicy['names']
