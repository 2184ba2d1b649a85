// The choice of a model, if there are several, and the button that opens one from a file.
import { FileButton } from './FileButton.js';
import { megabytes } from './megabytes.js';
import type { ModelsState } from './useModels.js';

export interface ModelPickerProps {
  readonly models: ModelsState;
  readonly onChoose: (name: string) => void;
  readonly onOpen: (files: readonly File[]) => void;
}

export function ModelPicker({ models, onChoose, onOpen }: ModelPickerProps) {
  const { listed, opened, chosen } = models;
  const choices = [...listed, ...(opened ? [opened] : [])];
  return (
    <div class="model">
      {choices.length > 1 && (
        <>
          <label for="model">Model</label>
          <select
            id="model"
            value={chosen?.name}
            onChange={({ currentTarget }) => onChoose(currentTarget.value)}
          >
            {choices.map(({ name, title, bytes }) => (
              <option key={name} value={name}>
                {title} ({megabytes(bytes)} MB)
              </option>
            ))}
          </select>
        </>
      )}
      <FileButton name="Open a model" accept=".arcwise,.model" onOpen={onOpen} />
    </div>
  );
}
