import type { CallInput, CallResult } from '../../../api/client.ts'

export type PolicyRow = CallResult<'listApprovalPolicies'>[number]
export type VersionSummary = CallResult<'listPolicyVersions'>[number]
export type ApprovalPolicy = CallResult<'getApprovalPolicy'>
export type PolicyDocument = CallInput<'checkApprovalPolicy'>['body']
export type PolicyKind = PolicyDocument['kind']
export type PolicyStage = PolicyDocument['stages'][number]
export type ApproverRule = PolicyStage['rule']
export type DiffLine = ApprovalPolicy['diff'][number]
export type PolicyProblem = ApprovalPolicy['problems'][number]
export type Checked = CallResult<'checkApprovalPolicy'>
export type Trial = CallResult<'testApprovalPolicy'>
/** What conditions can look at, as the editor's help shows it. */
export type Fact = CallResult<'getPolicyFacts'>['facts'][number]
export type Replay = NonNullable<CallResult<'getPolicyReplay'>['replay']>
export type ReplayChange = CallResult<'listPolicyReplayChanges'>['items'][number]
export type ChangeKind = ReplayChange['change']
/** People and groups by name that a document names by id. */
export type Named = ApprovalPolicy['names']
