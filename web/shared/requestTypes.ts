import type { Operations } from '../../client/operations.ts'

type SuccessBody<Id extends keyof Operations> = Extract<Operations[Id]['responses'][200 & keyof Operations[Id]['responses']], object>

type RequestList = SuccessBody<'listAccountRequests'>
export type RequestSummary = RequestList['items'][number]
export type AccountRequest = SuccessBody<'getAccountRequest'>
export type RequestDetails = AccountRequest['details']
export type RequestEvent = AccountRequest['timeline'][number]
export type Approval = AccountRequest['approvals'][number]
export type ApprovalStage = Approval['stages'][number]
export type ApprovalItem = SuccessBody<'listPendingApprovals'>[number]
export type ApprovalSummary = NonNullable<ApprovalItem['subject']>
export type ApprovalWithEvidence = SuccessBody<'getAccountApproval'>
export type RequestCheck = SuccessBody<'checkAccountRequest'>
export type ApprovalPreview = NonNullable<RequestCheck['preview']>
export type Run = SuccessBody<'listRuns'>[number]
export type RunStep = Run['steps'][number]
export type CatalogueItem = SuccessBody<'listCatalogueItems'>[number]
export type InputSchema = CatalogueItem['inputs']
export type InputProperty = InputSchema['properties'][string]
export type UpdateSummary = SuccessBody<'listPendingUpdates'>[number]
export type AccountUpdate = SuccessBody<'getAccountUpdate'>
export type AccountService = SuccessBody<'listAccountServices'>[number]
export type UpdatePreview = SuccessBody<'previewCatalogueUpdate'>
export type PersonRef = AccountRequest['requester']
