/** The collector of traces, and the share of traces that are sent. */
export interface TracingSettings {
  /** The address of an OTLP collector, such as http://127.0.0.1:4318; spans are posted to /v1/traces below it. */
  endpoint: string;
  headers: Record<string, string>;
  serviceName: string;
  /** The share of traces that are recorded, 0 to 1. */
  ratio: number;
}
