import { Price } from "../components/price";

export default function Page() {
  return <Price label="12.99" />;
}
