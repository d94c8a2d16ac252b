import { Price } from "./price";

export default function Page() {
  return <Price label={1299} />;
}
