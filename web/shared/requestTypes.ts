import type { Operations } from '../../client/operations.ts'

type Good<Id extends keyof Operations> = Extract<Operations[Id]['responses'][200 & keyof Operations[Id]['responses']], object>

type RequestList = Good<'listAccountRequests'>
export type RequestSummary = RequestList['items'][number]
export type AccountRequest = Good<'getAccountRequest'>
export type RequestDetails = AccountRequest['details']
export type RequestEvent = AccountRequest['timeline'][number]
export type Approval = AccountRequest['approvals'][number]
export type ApprovalStage = Approval['stages'][number]
export type ApprovalItem = Good<'listPendingApprovals'>[number]
export type ApprovalSummary = NonNullable<ApprovalItem['subject']>
export type ApprovalWithEvidence = Good<'getAccountApproval'>
export type RequestCheck = Good<'checkAccountRequest'>
export type ApprovalPreview = NonNullable<RequestCheck['preview']>
export type WorkRun = Good<'listWork'>[number]
export type WorkStep = WorkRun['steps'][number]
export type CatalogueItem = Good<'listCatalogueItems'>[number]
export type InputSchema = CatalogueItem['inputs']
export type InputProperty = InputSchema['properties'][string]
export type UpdateSummary = Good<'listPendingUpdates'>[number]
export type AccountUpdate = Good<'getAccountUpdate'>
export type AccountService = Good<'listAccountServices'>[number]
export type UpdatePreview = Good<'previewCatalogueUpdate'>
export type PersonRef = AccountRequest['requester']
