export function Price({ label }: { label: string }) {
  return <strong>{label}</strong>;
}
