/** @jsxImportSource hono/jsx */
import type { Html } from './html.js'

// Drawings of the demo's products, in the colours of the page. Each is 320 by 120. The subject is in the middle 150 by
// 100, because cards and product pages crop different edges.

/** Skin colour, also in dark mode. */
const skin = '#7b4a2c'

interface DrawingParts {
  readonly background: string
  readonly subject: Html
}

const [gold, red, green, ink, wash, sheet] = [
  'var(--gold)',
  'var(--bad)',
  'var(--brand)',
  'var(--ink)',
  'var(--wash)',
  'var(--sheet)',
]

const tote: DrawingParts = {
  background: wash,
  subject: (
    <>
      <path d="M138 50c0-44 44-44 44 0" stroke={ink} stroke-width="4" />
      <path d="M114 46h92l-8 64h-76z" fill={gold} />
      <path
        d="M119 64h16v14h-15zM151 64h18v14h-18zM186 64h16l-1 14h-15zM135 84h16v14h-16zM169 84h17v14h-17z"
        fill={red}
      />
      <path d="M114 46h92l-1 8h-90zM120 104h79l-1 6h-76z" fill={green} />
      <path d="M135 54v50M151 54v50M169 54v50M186 54v50" stroke={ink} stroke-width="1.5" />
    </>
  ),
}

const butter: DrawingParts = {
  background: gold,
  subject: (
    <>
      <path d="M124 52h72v46a10 10 0 0 1-10 10h-52a10 10 0 0 1-10-10z" fill={sheet} />
      <path d="M120 36h80v14h-80z" fill={ink} />
      <path d="M138 34c6-18 20-6 24-16 8 2 10 16 22 16z" fill={sheet} />
      <path d="M160 96c-18-8-18-24 0-36 18 12 18 28 0 36z" fill={green} />
      <path d="M160 66v30M160 82l-7-6M160 82l7-6" stroke={sheet} stroke-width="2" />
    </>
  ),
}

const guitar: DrawingParts = {
  background: green,
  subject: (
    <g transform="translate(24 9) scale(.85) rotate(-24 160 60)">
      <path d="M158 55h74v10h-74z" fill={ink} />
      <path d="M228 51h18v18h-18z" fill={ink} />
      <circle cx="108" cy="60" r="36" fill={gold} />
      <circle cx="152" cy="60" r="26" fill={gold} />
      <circle cx="144" cy="60" r="11" fill={ink} />
      <path d="M92 48h7v24h-7z" fill={red} />
      <path d="M96 57h140M96 60h140M96 63h140" stroke={sheet} stroke-width="1" />
    </g>
  ),
}

/** The Adinkra symbols Adinkrahene, Akoma and Owo foro adobe: greatness, patience and courage. */
const symbols: DrawingParts = {
  background: red,
  subject: (
    <>
      <path d="M90 36h44v48h-44zM138 36h44v48h-44zM186 36h44v48h-44z" fill={sheet} />
      <g stroke={ink} stroke-width="3">
        <circle cx="112" cy="60" r="16" />
        <circle cx="112" cy="60" r="9.5" />
        <circle cx="112" cy="60" r="3" fill={ink} />
        <path d="M160 75c-23-16-15-32-6-32 4 0 6 4 6 7 0-3 2-7 6-7 9 0 17 16-6 32z" fill={ink} />
        <path d="M208 44v32M196 50c0 10 24 2 24 12s-24 2-24 12" />
      </g>
    </>
  ),
}

const portrait: DrawingParts = {
  background: ink,
  subject: (
    <>
      <path d="M110 10h100v100h-100z" fill={gold} />
      <path d="M118 18h84v84h-84z" fill={wash} />
      <path d="M124 102c0-26 16-30 36-30s36 4 36 30z" fill={green} />
      <path d="M151 62h18v16q-9 7-18 0z" fill={skin} />
      <circle cx="160" cy="52" r="18" fill={skin} />
      <path d="M139 50c0-34 42-34 42 0-8-14-34-14-42 0z" fill={ink} />
      <path d="M137 44q23-20 46 0v-8q-23-18-46 0z" fill={gold} />
    </>
  ),
}

/** Drawings by the slug of the demo product. */
const drawings: Readonly<Record<string, DrawingParts>> = {
  'kente-tote': tote,
  'shea-butter-250-g': butter,
  'highlife-guitar-lessons': guitar,
  'adinkra-font': symbols,
  'portrait-session': portrait,
}

/** Renders the drawing of a demo product. Returns undefined for other products. */
export function Drawing({ slug }: { readonly slug: string }): Html | undefined {
  const drawing = Object.hasOwn(drawings, slug) ? drawings[slug] : undefined
  return (
    drawing && (
      <svg class="cloth" viewBox="0 0 320 120" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        <rect width="320" height="120" fill={drawing.background} />
        {drawing.subject}
      </svg>
    )
  )
}
