export function Quantity({ value }: { value: number }) {
  return <output>{value}</output>;
}
