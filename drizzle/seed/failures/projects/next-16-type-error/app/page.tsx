import { Quantity } from "./quantity";

export default function Page() {
  return <Quantity value="three" />;
}
