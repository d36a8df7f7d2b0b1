/** Where files are looked for: the site this page was served from, and the hub. */

export interface Site {
  /** The page's base URL, ending in '/'; embedded models lie under `models/` below it. */
  readonly baseUrl: string;
  /** A server with the hub's URL layout, ending in '/'. */
  readonly hubUrl: string;
  /** Where downloads are kept; undefined = nowhere (no Cache API, or a test). */
  readonly cache?: () => Promise<FileCache | undefined>;
  /** Absent: a GPU with memory for every file. */
  readonly machine?: () => Promise<Machine>;
}

/** What decides which file of a model suits best. */
export interface Machine {
  /** Whether a model runs on WebGPU rather than in onnxruntime's wasm. */
  readonly webgpu: boolean;
  /** Memory of the device as far as the browser tells (at most 8 GiB). */
  readonly memoryBytes: number | undefined;
}

/** The part of the browser's Cache that downloads use. */
export interface FileCache {
  match(key: string): Promise<Response | undefined>;
  put(key: string, response: Response): Promise<void>;
}

export const HUGGING_FACE = 'https://huggingface.co/';

const withSlash = (url: string): string => (url.endsWith('/') ? url : `${url}/`);

export function createSite(
  baseUrl: string,
  hubUrl = HUGGING_FACE,
  cache?: Site['cache'],
  machine?: Site['machine'],
): Site {
  return {
    baseUrl: new URL('.', baseUrl).href,
    hubUrl: withSlash(hubUrl),
    ...(cache ? { cache } : {}),
    ...(machine ? { machine } : {}),
  };
}
