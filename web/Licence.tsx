// The licence of the model, from its card.
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
