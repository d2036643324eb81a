// Finds a PHP that can run WordPress, and PHPUnit; installs them with apt-get where possible.
import { execFileSync } from 'node:child_process'

const extensions = ['curl', 'dom', 'intl', 'mbstring', 'mysqli', 'pdo_sqlite', 'sodium', 'tokenizer', 'xml']
const packages = ['php-cli', 'php-sqlite3', 'php-mysql', 'php-xml', 'php-mbstring', 'php-curl', 'php-intl', 'phpunit']

const output = (command, ...args) => {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return undefined
  }
}

function missing(php) {
  const modules = output(php, '-m')
  if (modules === undefined) return [php]
  const there = new Set(modules.toLowerCase().split('\n'))
  return extensions.filter((name) => !there.has(name))
}

function fromDebian() {
  if (process.getuid?.() !== 0 || !output('apt-get', '--version')) return
  const apt = (...args) =>
    execFileSync('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=120', ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  apt('update')
  apt('-y', 'install', '--no-install-recommends', ...packages)
}

const ready = (php, phpunit) => missing(php).length === 0 && output(phpunit, '--version') !== undefined

/**
 * The PHP and the PHPUnit of this machine; `PHP_PATH` and `PHPUNIT_PATH` name others.
 *
 * @throws Error with the cure: the plugin's tests are never skipped silently.
 */
export function findPhp() {
  // Whoever has looked already tells the processes it starts.
  if (process.env.CEDI_PHP) return JSON.parse(process.env.CEDI_PHP)
  const php = process.env.PHP_PATH ?? 'php'
  const phpunit = process.env.PHPUNIT_PATH ?? 'phpunit'
  if (!ready(php, phpunit)) fromDebian()
  const lacks = missing(php)
  if (lacks.length > 0)
    throw new Error(
      `PHP is missing ${lacks.join(', ')}. Install it (Debian: apt-get install ${packages.join(' ')}) or set PHP_PATH.`,
    )
  if (output(phpunit, '--version') === undefined)
    throw new Error('There is no PHPUnit. Install it (Debian: apt-get install phpunit) or set PHPUNIT_PATH.')
  // PHPUnit is a file of PHP, which another PHP may be asked to run.
  const found = { php, phpunit: output('sh', '-c', `command -v '${phpunit}'`)?.trim() ?? phpunit }
  process.env.CEDI_PHP = JSON.stringify(found)
  return found
}
