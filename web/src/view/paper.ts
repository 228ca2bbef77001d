import { Color, Group, Mesh, PlaneGeometry, ShaderMaterial, ShadowMaterial, Vector2 } from "three";
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
  uniform float strength;
  varying vec2 place;
  float lines(float size) {
    vec2 cell = place / size;
    vec2 width = fwidth(cell);
    vec2 distance = abs(fract(cell - 0.5) - 0.5) / width;
    float line = 1.0 - min(min(distance.x, distance.y), 1.0);
    return line * (1.0 - smoothstep(0.25, 0.6, max(width.x, width.y)));
  }
  void main() {
    float fade = 1.0 - smoothstep(0.55, 1.0, length(place - middle) / reach);
    float ink = max(0.4 * lines(pitch), lines(5.0 * pitch));
    gl_FragColor = vec4(color, ink * fade * strength);
    #include <colorspace_fragment>
  }
`;

/** The plane under (or behind) the mechanism: graph paper that takes its shadow. */
export class Paper {
  readonly group = new Group();
  readonly #color = new Color();
  readonly #grid: ShaderMaterial;
  readonly #shadow = new ShadowMaterial({ opacity: 0.2 });

  constructor(middle: readonly [number, number], z: number, width: number, isPlanar: boolean) {
    this.#grid = new ShaderMaterial({
      vertexShader,
      fragmentShader,
      transparent: true,
      depthWrite: false,
      uniforms: {
        color: { value: this.#color },
        pitch: { value: gridPitch(width) },
        middle: { value: new Vector2(middle[0], middle[1]) },
        reach: { value: isPlanar ? 6 * width : 1.05 * width },
        strength: { value: 1 },
      },
    });
    const geometry = new PlaneGeometry(16 * width, 16 * width);
    const grid = new Mesh(geometry, this.#grid);
    const shadow = new Mesh(geometry, this.#shadow);
    shadow.receiveShadow = true;
    shadow.renderOrder = -1;
    grid.renderOrder = -2;
    this.group.add(grid, shadow);
    this.group.position.set(middle[0], middle[1], z);
  }

  recolor(palette: Palette): void {
    this.#color.set(palette.grid);
    this.#shadow.opacity = palette.isDark ? 0.45 : 0.17;
  }

  dispose(): void {
    this.#grid.dispose();
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
