/** Texts of src/share: links and result files that cannot be read. */

export const shareErrors = {
  en: {
    'share.notALink': 'This address holds no result. Ask for the link again, or drop the result file here.',
    'share.corrupt':
      'The link is damaged: a part is missing or was changed on the way. Ask for it again, or for the result file.',
    'share.unknownVersion':
      'The result was made by a newer version of this page (format {version}; this page reads up to {newest}). Reload the page, or open the link where it was made.',
    'share.tooLarge':
      'What the link or file unpacks to is larger than any result can be ({limit} bytes allowed).',
    'share.schema': 'The link or file holds no valid result: "{field}" does not fit ({reason}).',
    'share.notAResult': 'This JSON file is no result of this lab. Drop a result saved by "Download JSON".',
  },
  de: {
    'share.notALink':
      'Diese Adresse enthält kein Ergebnis. Lassen Sie sich den Link noch einmal geben, oder legen Sie die Ergebnisdatei hier ab.',
    'share.corrupt':
      'Der Link ist beschädigt: Ein Teil fehlt oder wurde unterwegs verändert. Lassen Sie ihn sich noch einmal geben, oder die Ergebnisdatei.',
    'share.unknownVersion':
      'Das Ergebnis stammt von einer neueren Fassung dieser Seite (Format {version}; diese Seite liest bis {newest}). Laden Sie die Seite neu, oder öffnen Sie den Link dort, wo er entstand.',
    'share.tooLarge':
      'Was Link oder Datei ausgepackt ergeben, ist größer, als ein Ergebnis sein kann (erlaubt: {limit} Byte).',
    'share.schema': 'Link oder Datei enthalten kein gültiges Ergebnis: „{field}“ passt nicht ({reason}).',
    'share.notAResult':
      'Diese JSON-Datei ist kein Ergebnis dieses Labors. Legen Sie ein mit „JSON herunterladen“ gespeichertes Ergebnis ab.',
  },
} as const;
