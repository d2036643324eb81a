/** French messages about invitations and sign-in. */
export const signIn = {
  invited: 'Bienvenue, {name}',
  invitedText: 'Ce lien ouvre votre portail une fois, sur cet appareil. Vous restez connecté huit heures.',
  openPortal: 'Ouvrir le portail',
  invitedOperator: 'Bienvenue',
  invitedOperatorText:
    'Ce lien ouvre le bureau des opérateurs une fois, sur cet appareil. Vous restez connecté huit heures.',
  openOperator: 'Ouvrir le bureau',
  used: 'Ce lien a déjà servi',
  expired: 'Ce lien a expiré',
  wrong: 'Ce lien n’est pas complet',
  usedText:
    'Chaque lien sert une fois. Si vous l’avez utilisé sur cet appareil, continuez. Sinon, demandez un nouveau lien.',
  expiredText: 'Un lien ne vaut que quelques jours. Demandez-en un nouveau.',
  wrongText: 'Une partie de l’adresse manque ou a été modifiée. Copiez-la en entier, ou demandez un nouveau lien.',
  goOn: 'Continuer',
  closed: 'Sur invitation seulement',
  closedText: 'Cette page s’ouvre avec un lien. Marchands : demandez-en un à l’équipe Cedi.',
  closedHere: 'Si vous venez d’une autre page et que vous êtes connecté, continuez d’ici :',
  closedMock: 'Sur votre machine, demandez un lien au serveur :',
  foreign: 'Ce formulaire ne vient pas de notre page',
  foreignText: 'Rien n’a changé. Rouvrez la page et envoyez le formulaire de là.',
  badForm: 'Ce formulaire n’a pas pu être lu',
  badFormText: 'Rien n’a changé. Rouvrez la page et envoyez le formulaire de là.',
} as const
