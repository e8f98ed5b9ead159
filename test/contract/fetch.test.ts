import { fetchClient } from './client.ts'
import { stories } from './stories.ts'
import { tellStories } from './story.ts'

tellStories(stories, fetchClient)
