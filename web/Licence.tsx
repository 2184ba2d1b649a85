// Under which licence the model is, as far as its card says.
import type { About } from './worker.js';

export function Licence({ licence, licenceAddress, attribution }: About) {
  if (!licence) return null;
  return (
    <>
      The model is under {licenceAddress ? <a href={licenceAddress}>{licence}</a> : licence}
      {attribution && ` (${attribution})`}.
    </>
  );
}
