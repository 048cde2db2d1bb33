import type { AdResource } from './video-ad.ts';
import { addresses, cdata, element } from './xml-text.ts';

/** Returns the content of an icon or a companion as one element. */
export function writeResource(resource: AdResource): string {
  switch (resource.kind) {
    case 'static':
      return addresses('StaticResource', [resource.url], { creativeType: resource.mime });
    case 'iframe':
      return addresses('IFrameResource', [resource.url]);
    case 'html':
      return element('HTMLResource', {}, cdata(resource.html));
  }
}
