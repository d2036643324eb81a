import { createRoot } from '@wordpress/element'
import { Screen } from './screen'
import './settings.css'

const root = document.getElementById('cedi-commerce-settings')
if (root) createRoot(root).render(<Screen />)
