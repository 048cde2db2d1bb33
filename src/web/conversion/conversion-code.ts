/** Ways to report a conversion, the simplest first. */
export const conversionCodeKinds = ['script', 'pixel', 'server'] as const;
/** One of `conversionCodeKinds`. */
export type ConversionCodeKind = (typeof conversionCodeKinds)[number];

type CodeOptions = {
  readonly id: number;
  readonly pixelUrl: string;
  readonly scriptUrl: string;
  /** Base URL of the API. */
  readonly apiUrl: string;
};

/** Returns the code that reports a conversion of an action. */
export function conversionCode(kind: ConversionCodeKind, { id, pixelUrl, scriptUrl, apiUrl }: CodeOptions): string {
  if (kind === 'pixel') {
    const query = 'order=ORDER_ID&amp;value=12.50&amp;currency=EUR&amp;click=CLICK_ID&amp;xt=TCF_STRING';
    return `<img src="${pixelUrl}?${query}" width="1" height="1" alt="">`;
  }
  if (kind === 'server') {
    return `curl "${apiUrl}/conversion-actions/${id}/conversions" \\
  -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{
  "conversions": [{
    "orderId": "ORDER_ID",
    "clickId": "CLICK_ID",
    "value": { "amount": "12.50", "currency": "EUR" }
  }]
}'`;
  }
  return `<script async src="${scriptUrl}"></script>
<script>
  (window.placardConversions ||= []).push({
    pixel: '${pixelUrl}',
    order: 'ORDER_ID',
    value: '12.50',
    currency: 'EUR',
  });
</script>`;
}
