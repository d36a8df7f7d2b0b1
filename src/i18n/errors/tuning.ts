/** Messages of the room engine/tuning. */
export const tuningErrors = {
  en: {
    'tuning.empty-init-text':
      'The text for initialising the soft prompt has no tokens. Write at least one word, or choose another initialisation.',
  },
  de: {
    'tuning.empty-init-text':
      'Der Text zum Initialisieren des Soft-Prompts hat keine Tokens. Schreiben Sie mindestens ein Wort oder wählen Sie eine andere Initialisierung.',
  },
} as const;
