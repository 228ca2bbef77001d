import { PCFShadowMap, WebGLRenderer } from "three";
import { fitCanvas } from "../canvas";
import type { Painter } from "../painter";
import { WideLine } from "./wide-line";

/** One WebGL context for all figures, since browsers limit their number. Null without WebGL. */
export function makeSpacePainter(): Painter | null {
  const renderer = makeRenderer();
  return (
    renderer && {
      makeLine: (width) => new WideLine(width),
      paint: (canvas, figure, size, share) => {
        const context = fitCanvas(canvas, size, share);
        if (!context) return false;
        const { width, height } = canvas;
        const source = renderer.domElement;
        // It only grows: otherwise figures of different sizes that alternate would recreate it each
        // time.
        if (source.width < width || source.height < height)
          renderer.setSize(Math.max(source.width, width), Math.max(source.height, height), false);
        renderer.setViewport(0, 0, width, height);
        renderer.setScissor(0, 0, width, height);
        figure.resize(size.width, size.height);
        renderer.render(figure.world, figure.rig.camera);
        // The renderer counts from the bottom, pictures from the top.
        const top = source.height - height;
        context.drawImage(source, 0, top, width, height, 0, 0, width, height);
        return true;
      },
    }
  );
}

function makeRenderer(): WebGLRenderer | null {
  try {
    const renderer = new WebGLRenderer({ antialias: true, alpha: true });
    renderer.shadowMap.enabled = true;
    renderer.shadowMap.type = PCFShadowMap;
    renderer.setClearColor(0x000000, 0);
    renderer.setScissorTest(true);
    return renderer;
  } catch {
    return null;
  }
}
