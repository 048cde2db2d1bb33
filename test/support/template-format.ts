/** A format whose creatives have a headline, a picture of 300 x 200 and whatever else a shop says of an offer. */
export const offerTemplate = {
  width: 300,
  height: 250,
  mediaType: 'native',
  templateFields: [
    { name: 'headline', kind: 'text', required: true, minLength: 3, maxLength: 40, asset: 'title' },
    { name: 'story', kind: 'longtext', maxLength: 200, asset: 'description' },
    { name: 'photo', kind: 'image', required: true, width: 300, height: 200, asset: 'image' },
    { name: 'logo', kind: 'image', width: 80, height: 80, asset: 'icon' },
    { name: 'price', kind: 'number', min: 0, max: 1000, asset: 'price' },
    { name: 'tone', kind: 'choice', choices: ['warm', 'cool'] },
    { name: 'more', kind: 'url' },
  ],
};

/** Its markup. */
export const offerHtml =
  '<article class="[field:tone]"><a id="go" href="[clickUrl]"><img id="photo" src="[field:photo]" width="[field:photo.width]" height="[field:photo.height]" alt="">' +
  '<h3>[field:headline]</h3></a>[if:story]<p>[field:story]</p>[end:story][if:logo]<img id="logo" src="[field:logo]">[end:logo]' +
  '[if:more]<a id="more" href="[click:more]">More</a>[end:more]<i>[adheseReplace:SL]</i></article>';

const nothingSaid = {
  label: null,
  required: false,
  minLength: null,
  maxLength: null,
  min: null,
  max: null,
  choices: [],
  width: null,
  height: null,
  maxBytes: null,
  asset: null,
};

/** The same fields as a snapshot has them. */
export const offerFields = offerTemplate.templateFields.map((field) => ({ ...nothingSaid, ...field }));
