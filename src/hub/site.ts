/** Where files are looked for: the site this page was served from, and the hub. */

export interface Site {
  /** The page's base URL, ending in '/'; embedded models lie under `models/` below it. */
  readonly baseUrl: string;
  /** A server with the hub's URL layout, ending in '/'. */
  readonly hubUrl: string;
  /** Where downloads are kept; undefined = nowhere (no Cache API, or a test). */
  readonly cache?: () => Promise<FileCache | undefined>;
}

/** The part of the browser's Cache that downloads use. */
export interface FileCache {
  match(key: string): Promise<Response | undefined>;
  put(key: string, response: Response): Promise<void>;
}

export const HUGGING_FACE = 'https://huggingface.co/';

const withSlash = (url: string): string => (url.endsWith('/') ? url : `${url}/`);

export function createSite(baseUrl: string, hubUrl = HUGGING_FACE, cache?: Site['cache']): Site {
  return {
    baseUrl: new URL('.', baseUrl).href,
    hubUrl: withSlash(hubUrl),
    ...(cache ? { cache } : {}),
  };
}
