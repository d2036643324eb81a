// Payment instruments, also for browsers: numbers and names, without the service.
export {
  type CardNetwork,
  cardDigits,
  cardHasExpired,
  cardNetwork,
  hasCheckDigit,
} from './service/instruments/card.js'
export { type NetworkMenu, networkMenus } from './service/instruments/network-menus.js'
export { type MobileNetwork, type MobileNetworkInfo, mobileNetworks } from './service/instruments/networks.js'
export { maskPhone, parsePhone, suggestNetwork } from './service/instruments/phone.js'
