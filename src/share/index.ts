/** What other rooms use of share: links, files, the page's address. */

export {
  looksLikeResultJson,
  type ResultFile,
  resultFromJson,
  resultToJson,
} from './json-file.ts';
export { clearLink, linkFor, onLinkChange, readLinkFromLocation } from './location.ts';
export {
  decodeResult,
  type EncodedResult,
  encodeResult,
  isResultHash,
  MAX_LINK_LENGTH,
  type SharedResult,
} from './permalink.ts';
