import { writeReport } from "csv-report";

await writeReport("sales.csv");
