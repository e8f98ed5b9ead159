import { stories } from './stories.ts'
import { tellStories } from './story.ts'
import { typedClient } from './typedClient.ts'

tellStories(stories, typedClient)
