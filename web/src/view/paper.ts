import {
  Color,
  Group,
  Mesh,
  PlaneGeometry,
  ShaderMaterial,
  ShadowMaterial,
  Vector2,
  type Vector3,
} from "three";
import type { Palette } from "./palette";

const vertexShader = /* glsl */ `
  varying vec2 place;
  void main() {
    vec4 world = modelMatrix * vec4(position, 1.0);
    place = world.xy;
    gl_Position = projectionMatrix * viewMatrix * world;
  }
`;

/** Graph paper: fine and coarse lines of constant width in pixels, fading out from the middle. */
const fragmentShader = /* glsl */ `
  uniform vec3 color;
  uniform float pitch;
  uniform vec2 middle;
  uniform float reach;
  uniform vec2 shift;
  varying vec2 place;
  float lines(float size) {
    vec2 cell = (place + shift) / size;
    vec2 width = fwidth(cell);
    vec2 distance = abs(fract(cell - 0.5) - 0.5) / width;
    float line = 1.0 - min(min(distance.x, distance.y), 1.0);
    return line * (1.0 - smoothstep(0.25, 0.6, max(width.x, width.y)));
  }
  void main() {
    float fade = 1.0 - smoothstep(0.55, 1.0, length(place - middle) / reach);
    float ink = max(0.4 * lines(pitch), lines(5.0 * pitch));
    gl_FragColor = vec4(color, ink * fade);
    #include <colorspace_fragment>
  }
`;

/** The plane below (or behind) the mechanism: graph paper that receives its shadow. */
export class Paper {
  readonly group = new Group();
  /** Its lines, as uniforms of the shader. */
  readonly grid = {
    color: { value: new Color() },
    pitch: { value: 1 },
    middle: { value: new Vector2() },
    reach: { value: 1 },
    /** The total shift. */
    shift: { value: new Vector2() },
  };
  readonly #lines: ShaderMaterial;
  readonly #shadow = new ShadowMaterial({ opacity: 0.2 });
  readonly #reach: number;
  #z: number;

  /** `highest`: the highest place of the paper; `width`: the width of the model's view, m. */
  constructor(
    readonly highest: number,
    readonly width: number,
    isPlanar: boolean,
  ) {
    this.#z = highest;
    this.#reach = isPlanar ? 6 * width : 1.05 * width;
    this.#lines = new ShaderMaterial({
      vertexShader,
      fragmentShader,
      transparent: true,
      depthWrite: false,
      uniforms: this.grid,
    });
    const geometry = new PlaneGeometry(16 * width, 16 * width);
    const grid = new Mesh(geometry, this.#lines);
    const shadow = new Mesh(geometry, this.#shadow);
    shadow.receiveShadow = true;
    shadow.renderOrder = -1;
    grid.renderOrder = -2;
    this.group.add(grid, shadow);
  }

  /** Lowers it to `z` if something comes below it. */
  sink(z: number): void {
    this.#z = Math.min(this.highest, z);
  }

  /** Places it below the visible part: `scale` times as wide as the model's view. */
  lay(middle: Vector3, scale: number): void {
    const { grid } = this;
    this.group.position.set(middle.x, middle.y, this.#z);
    this.group.scale.set(scale, scale, 1);
    grid.middle.value.set(middle.x, middle.y);
    grid.reach.value = scale * this.#reach;
    grid.pitch.value = gridPitch(scale * this.width);
  }

  /** Moves the lines under a figure that is held in the middle, by the motion of the figure. */
  shift(by: Vector3): void {
    this.grid.shift.value.set(by.x, by.y);
    this.group.position.z = this.#z - by.z;
  }

  /** Opacity of the shadow on it. */
  get shadow(): number {
    return this.#shadow.opacity;
  }

  recolor(palette: Palette): void {
    this.grid.color.value.set(palette.grid);
    this.#shadow.opacity = palette.isDark ? 0.45 : 0.17;
  }

  dispose(): void {
    this.#lines.dispose();
    this.#shadow.dispose();
  }
}

/** Distance of fine lines, m: a round number, about 40 across the picture. */
export function gridPitch(width: number): number {
  const raw = width / 40;
  const decade = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].find((candidate) => candidate * decade >= raw) ?? 10;
  return step * decade;
}
