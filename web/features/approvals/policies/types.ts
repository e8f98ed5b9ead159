import type { CallInput, CallResult } from '../../../api/client.ts'

export type PolicyRow = CallResult<'listApprovalPolicies'>[number]
export type VersionSummary = CallResult<'listPolicyVersions'>[number]
export type ApprovalPolicy = CallResult<'getApprovalPolicy'>
export type PolicyDocument = CallInput<'checkApprovalPolicy'>['body']
export type PolicyKind = PolicyDocument['kind']
export type PolicyStage = PolicyDocument['stages'][number]
export type ApproverRule = PolicyStage['rule']
export type Checked = CallResult<'checkApprovalPolicy'>
export type Trial = CallResult<'testApprovalPolicy'>
export type Fact = CallResult<'getPolicyFacts'>['facts'][number]
export type Replay = NonNullable<CallResult<'getPolicyReplay'>['replay']>
export type ReplayChange = CallResult<'listPolicyReplayChanges'>['items'][number]
export type ChangeKind = ReplayChange['change']
/** Names of the people and groups whose ids are in the document. */
export type PolicyNames = ApprovalPolicy['names']
