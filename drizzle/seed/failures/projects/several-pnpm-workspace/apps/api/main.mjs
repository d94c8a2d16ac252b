import dayjs from "dayjs";

console.log(dayjs().year());
