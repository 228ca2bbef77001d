import { escapeXml, linkedHtml, pieceNames } from "./offline.js";
import type { CourseRules, OfflineParts, Pieces } from "./offline.js";
import { strToU8, zipSync } from "./zip/fflate.mjs";

/** The parts of a course package. */
export interface CourseParts {
  title: string;
  /** Identifies the package in the course system; made of the title if it is missing. */
  identifier?: string;
  rules: CourseRules;
  /** One page for each model. */
  pages: readonly Omit<OfflineParts, "pieces" | "course">[];
  pieces: Pieces;
}

/** Files of equal content have equal bytes in every package. */
const time = new Date(2000, 0, 1);

/** A course package of SCORM 1.2 or 2004, 4th edition: a ZIP file. */
export function coursePackage(parts: CourseParts): Uint8Array {
  const { pages, pieces, rules } = parts;
  const files: { [name: string]: Uint8Array } = { "imsmanifest.xml": strToU8(manifest(parts)) };
  pages.forEach((page, index) => {
    files[pageName(index)] = strToU8(linkedHtml({ ...page, course: rules }));
  });
  for (const name of pieceNames) files[`embed/${name}`] = strToU8(pieces[name]);
  return zipSync(files, { level: 9, mtime: time });
}

const pageName = (index: number) => `page-${index + 1}.html`;

/** What differs between the versions in the manifest. */
const dialects = {
  "1.2": {
    namespaces:
      'xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"\n' +
      '  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2"',
    schemas:
      "http://www.imsproject.org/xsd/imscp_rootv1p1p2 imscp_rootv1p1p2.xsd " +
      "http://www.adlnet.org/xsd/adlcp_rootv1p2 adlcp_rootv1p2.xsd",
    schemaVersion: "1.2",
    type: "adlcp:scormtype",
    more: "",
  },
  "2004": {
    namespaces:
      'xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"\n' +
      '  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3"\n' +
      '  xmlns:imsss="http://www.imsglobal.org/xsd/imsss"',
    schemas:
      "http://www.imsglobal.org/xsd/imscp_v1p1 imscp_v1p1.xsd " +
      "http://www.adlnet.org/xsd/adlcp_v1p3 adlcp_v1p3.xsd " +
      "http://www.imsglobal.org/xsd/imsss imsss_v1p0.xsd",
    schemaVersion: "2004 4th Edition",
    type: "adlcp:scormType",
    // The page alone says whether it is completed and passed.
    more: `
        <imsss:sequencing>
          <imsss:deliveryControls completionSetByContent="true" objectiveSetByContent="true"/>
        </imsss:sequencing>`,
  },
} as const;

/** The text of imsmanifest.xml. Each page is one item with one resource. */
export function manifest({ title, identifier, rules, pages }: CourseParts): string {
  const { namespaces, schemas, schemaVersion, type, more } = dialects[rules.version];
  const items = pages.map(
    (page, index) => `      <item identifier="item-${index + 1}" identifierref="page-${index + 1}">
        <title>${escapeXml(page.title)}</title>${more}
      </item>`,
  );
  const shared = pieceNames.map((name) => `      <file href="embed/${name}"/>`);
  const resources = pages.map(
    (
      _,
      index,
    ) => `    <resource identifier="page-${index + 1}" type="webcontent" ${type}="sco" href="${pageName(index)}">
      <file href="${pageName(index)}"/>
      <dependency identifierref="scripts"/>
    </resource>`,
  );
  const stamps = pages.flatMap(({ stamp }) => (stamp ? [stamp.replaceAll("--", "- -")] : []));
  const origin = stamps.length > 0 ? `\n<!-- ${[...new Set(stamps)].join("; ")} -->` : "";
  return `<?xml version="1.0" encoding="UTF-8"?>${origin}
<manifest identifier="${escapeXml(identifier ?? identifierOf(title))}" version="1"
  ${namespaces}
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xsi:schemaLocation="${schemas}">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>${schemaVersion}</schemaversion>
  </metadata>
  <organizations default="course">
    <organization identifier="course">
      <title>${escapeXml(title)}</title>
${items.join("\n")}
    </organization>
  </organizations>
  <resources>
${resources.join("\n")}
    <resource identifier="scripts" type="webcontent" ${type}="asset">
${shared.join("\n")}
    </resource>
  </resources>
</manifest>
`;
}

/** An XML identifier of letters, digits and hyphens. */
function identifierOf(title: string): string {
  const plain = title.normalize("NFKD").replace(/[^A-Za-z0-9]+/g, "-");
  return `porthos-${plain.replace(/^-+|-+$/g, "").slice(0, 60) || "course"}`;
}
