import {
  Color,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshLambertMaterial,
  ShaderMaterial,
  Vector3,
  type Material,
  type Object3D,
} from "three";
import { Creases } from "../creases";
import { ballPattern, ballRadius } from "./ball";
import { fill, stroke, type Brush } from "./brush";
import { Look, type SheetPaths } from "./drawing";
import { Outline } from "./outline";
import { viewFromAbove } from "./facets";
import type { Light } from "./light";
import type { Turn } from "./turn";
import type { Lie } from "./window";

/** The shadow of a solid: its shape, at the heights from `low` to `high`, m. */
export interface Shade {
  readonly path: Outline;
  readonly lie: Lie;
  readonly low: number;
  readonly high: number;
}

/** A drawn item. Lower items are drawn first. */
export interface Layer {
  /** The mean height of its visible part, m. */
  readonly level: number;
  draw(brush: Brush): void;
}

export interface Solid {
  readonly layers: readonly Layer[];
  readonly shades: readonly Shade[];
}

/** A mesh with its outline and its creases, if it has them (view/kit.ts). */
export class Faceted implements Solid {
  readonly #look: Look;

  constructor(readonly mesh: Mesh) {
    const creaseAngle = creasesOf(mesh)?.angle;
    this.#look = new Look((pose) => viewFromAbove(mesh.geometry, pose, creaseAngle));
  }

  get layers(): readonly Layer[] {
    const { drawing, turn } = this.#look.at(this.mesh.matrixWorld);
    const lie = lieOf(this.mesh, turn);
    const creases = creasesOf(this.mesh);
    return drawing.sheets.map((sheet, index) => ({
      level: this.#height + turn.lift * sheet.level,
      draw: (brush) => {
        this.#drawSheet(brush, sheet, turn, lie);
        const isLast = index === drawing.sheets.length - 1;
        if (isLast && creases?.visible) drawLines(brush, creases, drawing.creases, lie);
      },
    }));
  }

  #drawSheet(brush: Brush, { outline, edge, faces }: SheetPaths, turn: Turn, lie: Lie): void {
    const { context, window } = brush;
    const line = outlineOf(this.mesh);
    if (line) {
      context.strokeStyle = line.color;
      stroke(brush, outline, 2 * line.thickness * window.ratio, lie);
    }
    const shade = shadeOf(this.mesh, brush.light, turn);
    context.globalAlpha = opacityOf(this.mesh.material);
    context.fillStyle = shade(up);
    fill(brush, edge, lie); // gaps between faces would otherwise be visible
    if (isMatte(this.mesh))
      for (const { normal, path } of faces) {
        context.fillStyle = shade(normal);
        fill(brush, path, lie);
      }
    context.globalAlpha = 1;
  }

  get shades(): readonly Shade[] {
    const { drawing, turn } = this.#look.at(this.mesh.matrixWorld);
    const { low, high, rim } = drawing.view;
    return drawing.sheets.map(({ edge }) => ({
      path: edge,
      lie: lieOf(this.mesh, turn),
      // The lower rim is as far above the lowest point as the upper rim is below the highest.
      low: this.#height + turn.lift * (low + high - rim),
      high: this.#height + turn.lift * rim,
    }));
  }

  get #height(): number {
    return this.mesh.matrixWorld.elements[14] ?? 0;
  }
}

/** A mesh that looks the same from all directions. */
export class Ball implements Solid {
  readonly #disc = Outline.disc();
  #pattern: { readonly of: string; readonly pattern: CanvasPattern | null } | null = null;

  constructor(
    readonly mesh: Mesh,
    readonly radius: number,
  ) {}

  get layers(): readonly Layer[] {
    return [{ level: this.#middle + (2 / 3) * this.radius, draw: (brush) => this.#draw(brush) }];
  }

  #draw(brush: Brush): void {
    const { context, window } = brush;
    const outline = outlineOf(this.mesh);
    if (outline) {
      context.strokeStyle = outline.color;
      stroke(brush, this.#disc, 2 * outline.thickness * window.ratio, this.#lie);
    }
    const color = colorOf(this.mesh.material);
    const style = color.getStyle();
    if (isMatte(this.mesh) && !brush.sink && this.#pattern?.of !== style)
      this.#pattern = { of: style, pattern: ballPattern(context, color, brush.light) };
    context.globalAlpha = opacityOf(this.mesh.material);
    const pattern = brush.sink ? null : this.#pattern?.pattern; // files have no pattern of pixels
    context.fillStyle = (isMatte(this.mesh) && pattern) || style;
    fill(brush, this.#disc, this.#lie);
    context.globalAlpha = 1;
  }

  get shades(): readonly Shade[] {
    return [{ path: this.#disc, lie: this.#lie, low: this.#middle, high: this.#middle }];
  }

  get #middle(): number {
    return this.mesh.matrixWorld.elements[14] ?? 0;
  }

  get #lie(): Lie {
    return lieOf(this.mesh, { a: this.radius, b: 0, c: 0, d: this.radius });
  }
}

export function solidOf(mesh: Mesh): Solid {
  const radius = ballRadius(mesh);
  return radius === null ? new Faceted(mesh) : new Ball(mesh, radius);
}

/** Thin lines, one pixel of the canvas wide. */
export function drawLines(brush: Brush, lines: LineSegments, path: Outline, lie: Lie): void {
  const { context } = brush;
  context.strokeStyle = colorOf(lines.material).getStyle();
  context.globalAlpha = opacityOf(lines.material);
  stroke(brush, path, 1, lie);
  context.globalAlpha = 1;
}

export function lieOf({ matrixWorld }: Object3D, turn: Omit<Turn, "lift">): Lie {
  return { x: matrixWorld.elements[12] ?? 0, y: matrixWorld.elements[13] ?? 0, turn };
}

/** The apparent colour of a mesh's faces, by their normals when it was drawn. */
function shadeOf(mesh: Mesh, light: Light, turn: Turn): (normal: Vector3) => string {
  const color = colorOf(mesh.material);
  if (!isMatte(mesh)) return () => color.getStyle();
  const { a, b, c, d, lift } = turn;
  const area = a * d - b * c;
  const now = new Vector3();
  const shade = new Color();
  return ({ x, y, z }) => {
    now.set((d * x - b * y) / area, (a * y - c * x) / area, z / lift).normalize();
    return light.shade(color, now, shade).getStyle();
  };
}

const up = new Vector3(0, 0, 1);

const isMatte = ({ material }: Mesh): boolean => material instanceof MeshLambertMaterial;

type Materials = Material | Material[];

function colorOf(material: Materials): Color {
  const { color } = material as Partial<MeshLambertMaterial | LineBasicMaterial>;
  if (!color) throw new TypeError("what is drawn has no colour");
  return color;
}

const opacityOf = (material: Materials): number => (Array.isArray(material) ? 1 : material.opacity);

export const isOutline = (object: Object3D): object is Mesh =>
  object instanceof Mesh && object.material instanceof ShaderMaterial;

function outlineOf({ children }: Mesh): { color: string; thickness: number } | null {
  const outline = children.find(isOutline);
  if (!outline?.visible || !(outline.material instanceof ShaderMaterial)) return null;
  const { color, thickness } = outline.material.uniforms;
  return { color: (color?.value as Color).getStyle(), thickness: Number(thickness?.value) };
}

const creasesOf = ({ children }: Mesh): Creases | undefined =>
  children.find((child) => child instanceof Creases);
