// The menu that copies or saves a tree.
import { useEffect, useRef } from 'preact/hooks';
import { copy, type Exported, type Form, forms, save } from './exports.js';

export interface ExportMenuProps {
  readonly exported: Exported;
  /** Shows the outcome to the user. */
  readonly notify: (message: string) => void;
}

export function ExportMenu({ exported, notify }: ExportMenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const closeOutside = ({ target }: Event) => {
      if (menu.current && !menu.current.contains(target as Node)) menu.current.open = false;
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, []);
  const act = async (action: typeof copy, form: Form, done: string) => {
    try {
      await action(form, exported);
      notify(`${form} ${done}`);
    } catch (error) {
      notify((error as Error).message);
    }
    close();
  };
  const close = () => {
    if (!menu.current?.open) return;
    menu.current.open = false;
    menu.current.querySelector('summary')?.focus();
  };
  return (
    <details
      class="menu"
      ref={menu}
      onKeyDown={({ key }) => {
        if (key === 'Escape') close();
      }}
    >
      <summary class="button">Export</summary>
      <ul>
        {forms.map((form) => (
          <li key={form}>
            <span>{form}</span>
            <button type="button" aria-label={`Copy ${form}`} onClick={() => act(copy, form, 'copied')}>
              Copy
            </button>
            <button type="button" aria-label={`Save ${form}`} onClick={() => act(save, form, 'saved')}>
              Save
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
