// A choice that is on or off.

export interface CheckProps {
  readonly name: string;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

export function Check({ name, isChecked, onChange }: CheckProps) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isChecked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {name}
    </label>
  );
}
