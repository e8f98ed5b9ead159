import { listMyRequests } from './listMyRequests.ts'

export const myRequestOperations = [listMyRequests]
