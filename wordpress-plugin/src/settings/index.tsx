import { createRoot } from '@wordpress/element'
import { Screen } from './screen'
import './settings.scss'

const root = document.getElementById('cedi-commerce-settings')
if (root) createRoot(root).render(<Screen />)
