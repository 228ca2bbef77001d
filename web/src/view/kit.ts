import {
  BackSide,
  BufferGeometry,
  Color,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  ShaderMaterial,
  Vector2,
} from "three";
import { Creases } from "./creases";
import { readPalette, roles, type Palette, type Role } from "./palette";

/**
 * Moves the back faces outward by a constant number of pixels: the visible part beyond the solid is
 * its outline.
 */
const outlineVertexShader = /* glsl */ `
  uniform vec2 resolution;
  uniform float thickness;
  void main() {
    vec4 clip = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
    vec2 direction = normalize(normalMatrix * normal).xy;
    direction /= max(length(direction), 1e-3);
    clip.xy += direction * thickness * 2.0 / resolution * clip.w;
    gl_Position = clip;
  }
`;
const outlineFragmentShader = /* glsl */ `
  uniform vec3 color;
  void main() {
    gl_FragColor = vec4(color, 1.0);
    #include <colorspace_fragment>
  }
`;

/** Solids are slightly behind their own creases, so that these are never interrupted. */
const matte = {
  polygonOffset: true,
  polygonOffsetFactor: 1,
  polygonOffsetUnits: 1,
};

/**
 * Materials of one figure, and the function that makes a solid with outline, creases and shadow.
 */
export class Kit {
  readonly #solids = new Map<Role, MeshLambertMaterial>();
  readonly #outline = new ShaderMaterial({
    vertexShader: outlineVertexShader,
    fragmentShader: outlineFragmentShader,
    side: BackSide,
    uniforms: {
      resolution: { value: new Vector2(1, 1) },
      thickness: { value: 1.1 },
      color: { value: new Color() },
    },
  });
  readonly #hatch = new LineBasicMaterial();
  readonly #crease = new LineBasicMaterial({ transparent: true, opacity: 0.5 });
  /** Marks on rotating bodies: the same in both themes, with contrast to every role. */
  readonly lightMark = new MeshBasicMaterial({ color: 0xf6f3ec });
  /** Material of all other bodies while the reader points at one. */
  readonly dim = new MeshBasicMaterial({ transparent: true, opacity: 0.2, depthWrite: false });
  readonly darkMark = new MeshBasicMaterial({ color: 0x23282d });
  palette: Palette;

  constructor(
    readonly isPlanar: boolean,
    /** The element that shows the figure and determines its colours. */
    readonly host: Element,
    /** Visible width of the figure, m. */
    readonly width = 0,
  ) {
    for (const role of roles) {
      this.#solids.set(role, new MeshLambertMaterial({ ...matte }));
    }
    this.palette = readPalette(this.host);
    this.recolor();
  }

  /** Uses the colours of the current theme. */
  recolor(): void {
    this.palette = readPalette(this.host);
    for (const [role, material] of this.#solids) material.color.set(this.palette.role(role));
    this.#hatch.color.set(this.palette.quiet);
    this.dim.color.set(this.palette.quiet);
    this.#crease.color.set(this.palette.outline);
    this.#color.set(this.palette.outline);
  }

  /** Size of the picture in CSS pixels: keeps outlines equally thin everywhere. */
  resize(width: number, height: number): void {
    const resolution: unknown = this.#outline.uniforms["resolution"]?.value;
    if (resolution instanceof Vector2) resolution.set(width, height);
  }

  material(role: Role): MeshLambertMaterial {
    const material = this.#solids.get(role);
    if (!material) throw new RangeError(`no material for the role ${role}`);
    return material;
  }

  /** A matte solid that casts a shadow. Edges sharper than `creaseAngle` (degrees) are drawn. */
  solid(geometry: BufferGeometry, role: Role, creaseAngle = 35): Mesh {
    const mesh = new Mesh(geometry, this.material(role));
    mesh.castShadow = true;
    mesh.receiveShadow = true;
    mesh.add(new Mesh(geometry, this.#outline));
    mesh.add(new Creases(geometry, creaseAngle, this.#crease, this.isPlanar));
    return mesh;
  }

  /** Thin lines that lie on the paper, given as pairs of points. */
  lines(geometry: BufferGeometry): LineSegments {
    return new LineSegments(geometry, this.#hatch);
  }

  dispose(): void {
    for (const material of this.#solids.values()) material.dispose();
    this.#outline.dispose();
    this.lightMark.dispose();
    this.darkMark.dispose();
    this.dim.dispose();
    this.#crease.dispose();
    this.#hatch.dispose();
  }

  get #color(): Color {
    const color: unknown = this.#outline.uniforms["color"]?.value;
    if (!(color instanceof Color)) throw new TypeError("the outline has no colour");
    return color;
  }
}
