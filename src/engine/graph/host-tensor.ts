/**
 * A small tensor on the CPU: shapes, masks, positions, rotary tables. Never a weight matrix.
 *
 * Every dtype is held as float64: integers are exact to 2^53 and INT64_MAX/INT64_MIN keep their meaning as "to the end"
 * in Slice (they are only ever clamped). Float results are rounded to float32 by whoever computes them, those of
 * float16 as well: the engine never computes in half precision.
 */

export type HostDtype = 'float32' | 'float16' | 'float64' | 'int64' | 'int32' | 'uint8' | 'int8' | 'bool';

export interface HostTensor {
  readonly dtype: HostDtype;
  readonly dims: readonly number[];
  readonly data: Float64Array;
}
