interface Choice {
  readonly label: string;
  readonly value: string;
  readonly options: readonly {readonly value: string; readonly text: string}[];
  readonly onChange: (value: string) => void;
}

export function Select({label, value, options, onChange}: Choice) {
  if (options.length < 2) return null;
  const id = `choice-${label.toLowerCase().replaceAll(' ', '-')}`;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={({currentTarget}) => onChange(currentTarget.value)}>
        {options.map(({value: one, text}) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
