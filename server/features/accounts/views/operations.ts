import { createView } from './createView.ts'
import { deleteView } from './deleteView.ts'
import { listViews } from './listViews.ts'
import { setDefaultView } from './setDefaultView.ts'
import { updateView } from './updateView.ts'

export const viewOperations = [listViews, createView, setDefaultView, updateView, deleteView]
